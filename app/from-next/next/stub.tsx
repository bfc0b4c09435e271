import type { ReactNode } from 'react'
import { PublicError } from '#fairlead/errors/public-error.ts'

/** Stands on a page in place of a component that is not carried over. */
export function NotCarriedOver({ what }: { what: string }) {
  return <small role="note">{what} is not carried over yet: see from-next/REPORT.md.</small>
}

/** Refuses: what a stub stands for may decide who sees something. */
function refuse(what: string): never {
  throw new PublicError('NOT_CARRIED_OVER', 503, `${what} is not carried over yet: see from-next/REPORT.md.`)
}

/**
 * Returns what stands for an export of a module that is not carried over. Its members are stubs too. As a provider it
 * shows its children, as another component a note; a call of a function refuses.
 */
export function stub(what: string): never {
  const name = what.split(' ', 1)[0]?.split('.').at(-1) ?? ''
  const made = () => stub(`the result of ${what}`)
  const call = (props?: { children?: ReactNode }): ReactNode => {
    if (/^[A-Z]\w*[a-z]/.test(name)) return name.endsWith('Provider') ? props?.children : <NotCarriedOver what={what} />
    return refuse(what)
  }
  return new Proxy(call, {
    get: (_, key) => {
      // A call at the top level of a module must not keep the module from being loaded.
      if (key === 'atTop') return made
      // React and promises ask for these.
      if (
        typeof key === 'symbol' ||
        /^(then|\$\$typeof|prototype|displayName|defaultProps|propTypes|context.*)$/.test(key)
      )
        return undefined
      return stub(`${key} of ${what}`)
    },
    construct: made,
  }) as never
}
