import { defineVisitorPart } from 'fairlead/navigation'
import { sessionQuery } from 'fairlead/sessions'

export default defineVisitorPart({
  name: 'signed-in-as',
  query: () => sessionQuery,
  component: ({ data }) => <p>{data.session?.subject ?? 'A guest'}</p>,
})
