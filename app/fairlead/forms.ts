// Forms that work with and without JavaScript.

export { asFormData, defineForm } from '#fairlead/forms/define-form.ts'
export { Form } from '#fairlead/forms/form.tsx'
export { useForm } from '#fairlead/forms/use-form.tsx'
export { secret } from '#fairlead/forms/secret.ts'
export { UnsavedChanges } from '#fairlead/forms/unsaved-changes.tsx'
export { FlashMessage } from '#fairlead/forms/flash-message.tsx'
export { fetchWithProgress } from '#fairlead/forms/fetch-with-progress.ts'
export { type PageLink as FormLink } from '#fairlead/navigation/locale/page-link.ts'
export { SubmissionError, submit } from '#fairlead/forms/submission.ts'
export { setBodyLimit } from '#fairlead/platform/http/body-limit.ts'
