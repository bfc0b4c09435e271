/** The characters of a digest, see app/errors/digest.ts. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters that are mistaken for each other on a screen, in handwriting or on the phone. */
const LOOK_ALIKES = ['0ODQ', '1IL7J', '2Z', '5S', '8B', '6G', 'UVY', 'MN', 'CG', 'PB', 'DT', 'FS', '4A', 'KH', 'VW']

/** Mistakes in one digest. */
const MAX_MISTAKES = 2

/** Candidates of one step. */
const MAX_CANDIDATES = 2_000

function lookAlikes(character: string): string[] {
  const others = LOOK_ALIKES.filter((group) => group.includes(character)).flatMap((group) => group.split(''))
  return [...new Set(others)].filter((other) => other !== character && ALPHABET.includes(other))
}

/**
 * Returns the report id in a typed text, without separators and with look-alikes corrected; `undefined` for other text.
 */
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
 * Returns the digests that a typed text may mean, in steps: the text itself, then with characters outside the alphabet
 * corrected, then with up to two look-alikes replaced. A step is for when the one before found nothing.
 */
export function digestCandidates(typed: string): string[][] {
  const bare = typed.replaceAll(/\s/g, '').slice(0, 64)
  const upper = bare.toUpperCase().replaceAll(/[-–—_.:]/g, '')
  if (bare === '') return []
  const steps = [[...new Set([bare, bare.toUpperCase(), bare.toLowerCase(), upper])].filter(Boolean)]
  if (!/^[\dA-Z|]{8,12}$/.test(upper)) return steps

  let candidates = ['']
  for (const character of upper.replaceAll('|', 'I')) {
    const choices = ALPHABET.includes(character) ? [character] : lookAlikes(character)
    candidates = candidates.flatMap((start) => choices.map((choice) => start + choice)).slice(0, MAX_CANDIDATES)
  }
  steps.push(candidates)
  let last = candidates
  for (let mistake = 0; mistake < MAX_MISTAKES; mistake++) {
    const next = last.flatMap((candidate) =>
      candidate
        .split('')
        .flatMap((character, at) =>
          lookAlikes(character).map((other) => candidate.slice(0, at) + other + candidate.slice(at + 1)),
        ),
    )
    last = [...new Set(next)].slice(0, MAX_CANDIDATES)
    steps.push(last)
  }
  return steps.filter((step) => step.length > 0)
}
