/**
 * Makes `Intl` use other digits for Arabic than Node's Latin ones, like an engine with other Unicode data. For Node
 * and, as an init script, for a browser.
 */
export function installOtherDigits(): void {
  for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat'] as const) {
    const Format = new Proxy<new (...args: never[]) => object>(Intl[name], {
      construct: (target, [tag, ...rest]) =>
        Reflect.construct(target, [tag === 'ar' ? 'ar-u-nu-arab' : tag, ...(rest as unknown[])]) as object,
    })
    Object.assign(Intl, { [name]: Format })
  }
}
