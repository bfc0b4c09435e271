// Messages on the server, where no component asks for them.

export { getTranslations } from '#fairlead/messages/get-translations.server.ts'
