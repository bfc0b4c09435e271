/** Letters and digits of a digest, see app/errors/digest.ts. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What is taken for each other when read from a screen, copied by hand or heard over the phone. */
const LOOK_ALIKES = ['0ODQ', '1IL7J', '2Z', '5S', '8B', '6G', 'UVY', 'MN', 'CG', 'PB', 'DT', 'FS', '4A', 'KH', 'VW']

/** Mistakes that are looked for at once. */
const MISTAKES = 2

/** Spellings that are tried. */
const MOST = 2_000

function lookAlikes(sign: string): string[] {
  const others = LOOK_ALIKES.filter((group) => group.includes(sign)).flatMap((group) => group.split(''))
  return [...new Set(others)].filter((other) => other !== sign && ALPHABET.includes(other))
}

/** What an id may be meant by what was typed: hexadecimal digits without dashes, look-alikes put right. */
export function normalizeId(typed: string): string | undefined {
  const plain = typed
    .toLowerCase()
    .replaceAll(/[\s\-–—_.:]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il|]/g, '1')
    .replaceAll('s', '5')
    .replaceAll('z', '2')
  return /^[\da-f]{32}$/.test(plain) ? plain : undefined
}

/**
 * The digests that may be meant by what was typed, in steps: as it stands, then with signs that no digest has put
 * right, then with up to two others that are easily mistaken. Each step is tried only when the one before found nothing.
 * Pure.
 */
export function digestCandidates(typed: string): string[][] {
  const bare = typed.replaceAll(/\s/g, '').slice(0, 64)
  const upper = bare.toUpperCase().replaceAll(/[-–—_.:]/g, '')
  if (bare === '') return []
  const steps = [[...new Set([bare, bare.toUpperCase(), bare.toLowerCase(), upper])].filter(Boolean)]
  if (!/^[\dA-Z|]{8,12}$/.test(upper)) return steps

  let spellings = ['']
  for (const sign of upper.replaceAll('|', 'I')) {
    const choices = ALPHABET.includes(sign) ? [sign] : lookAlikes(sign)
    spellings = spellings.flatMap((start) => choices.map((choice) => start + choice)).slice(0, MOST)
  }
  steps.push(spellings)
  let last = spellings
  for (let mistake = 0; mistake < MISTAKES; mistake++) {
    const next = last.flatMap((spelling) =>
      spelling
        .split('')
        .flatMap((sign, at) => lookAlikes(sign).map((other) => spelling.slice(0, at) + other + spelling.slice(at + 1))),
    )
    last = [...new Set(next)].slice(0, MOST)
    steps.push(last)
  }
  return steps.filter((step) => step.length > 0)
}
