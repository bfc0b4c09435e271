// The server functions of forms.

export { handleForm, isFetchRequest } from '#fairlead/forms/handle-form.server.ts'
