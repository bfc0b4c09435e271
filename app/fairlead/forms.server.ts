export { handleForm, isFetchRequest } from '#fairlead/forms/handle-form.server.ts'
