/**
 * Makes `Intl` that of an engine whose Unicode data have other digits for Arabic than those of Node, which are Latin ones. In
 * Node and, as an init script, in a browser.
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
