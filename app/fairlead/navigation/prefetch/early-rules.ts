import { withBasePath } from '#fairlead/platform/base-path.ts'

/** The id of the script with `EARLY_RULES`. */
export const EARLY_RULES_ID = 'early-rules'

/**
 * The Speculation Rules of a document whose engine has not loaded: until the page hydrates, each of its links loads a
 * document. It is prefetched once the link is pressed, because a pointer that rests on a link may rest there until the
 * page is hydrated, and then needs no document. Empty in the browser.
 */
export const EARLY_RULES = import.meta.env.SSR
  ? JSON.stringify({
      prefetch: [
        {
          source: 'document',
          where: {
            and: [
              { href_matches: withBasePath('/*') },
              { not: { selector_matches: '[rel~=nofollow],[target]:not([target=_self]),[download]' } },
            ],
          },
          eagerness: 'conservative',
        },
      ],
    })
  : ''
