import { join } from 'node:path'
import {
  type Identifier,
  isBindingElement,
  isIdentifier,
  isJsxAttribute,
  isJsxOpeningElement,
  isJsxSelfClosingElement,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast'
import { API, type APIOptions } from 'typescript/unstable/sync'
import type { SourceFile } from '#tests/fairlead/lint/nodes.ts'
import type { Violation } from '#tests/fairlead/lint/import-directions.ts'
import { compatKeys } from '#tests/harness/browser-features.ts'
import { root } from '#tests/harness/project-files.ts'

/** Features newer than the oldest browsers, by their ids in web-features, and what happens without them. */
export const NEWER: Readonly<Record<string, string>> = {
  'accent-color': 'Safari mixes the colour; checkboxes work',
  'active-view-transition': 'another target in a dialog is there at once: the code asks CSS.supports',
  'anchor-positioning': 'a menu is below the header: the style sheet asks @supports',
  autocapitalize: 'a Mac has no keyboard on its screen',
  'content-visibility': 'beside ::details-content',
  'cookie-store': 'browsers without it have no Speculation Rules either, and prefetch no document',
  'details-content': 'the contents of a page open by their name: the style sheet asks @supports',
  fetch: 'a report that is sent while the page closes may be lost',
  'fetch-priority': 'the browser decides what comes first',
  'hanging-punctuation': 'quotes stay within the measure',
  'keyboard-events': 'the code asks for the key code of compositions too',
  navigation:
    'React renders the page before anew, after a step back that came before the scripts: the code asks by `?.`',
  'overscroll-behavior': 'the page may scroll under a dialog that does not',
  'page-breaks': 'a heading may be the last line of a printed page',
  requestidlecallback: 'a timer',
  'text-wrap-pretty': 'a paragraph may end in a single word',
  'user-select': 'the build adds -webkit-user-select',
  'view-transitions': 'the next page is there at once: the code asks for the method',
  'word-break-auto-phrase': 'Japanese breaks between any letters',
}

/** Scripts that run in a browser, though some of them run on the server too. */
const IN_BROWSER =
  /^app\/(?!from-next\/|fairlead\/(?:host|testing|cli|server|database|jobs)\/)(?!.*\.(?:server|d)\.tsx?$).*\.tsx?$/

/**
 * Reads languages of MDN's data. Returns the newer features of names, and of members by their owners, such as
 * `startViewTransition` of `Document`. A name is newer if all that have it are.
 */
function newerFeatures(languages: RegExp) {
  const found = new Map<string, string | undefined>()
  const names = new Set<string>()
  const add = (name: string, id: string | undefined) => found.set(name, found.has(name) ? found.get(name) && id : id)
  for (const { key, feature, isNewer } of compatKeys) {
    if (!languages.test(key)) continue
    const [owner, name = ''] = key
      .replace(/_(?:static|event)$/, '')
      .split('.')
      .slice(-2)
    add(`${owner}.${name}`, isNewer ? feature : undefined)
    add(name, isNewer ? feature : undefined)
    if (isNewer) names.add(name)
  }
  return {
    /** Names of all that is newer, whatever has them. */
    names,
    /** Returns the feature of a member; of its name, where the data has no such owner. */
    member: (owner: string, name: string) =>
      found.has(`${owner}.${name}`) ? found.get(`${owner}.${name}`) : found.get(name),
    get: (name: string) => found.get(name),
  }
}

type Use = { name: string; feature: string | undefined }

const styles = newerFeatures(/^css\./)
const scripts = newerFeatures(/^(?:api|javascript|html)\./)

/**
 * Returns what a style sheet uses: at-rules with their conditions, pseudo-classes, properties, keywords and functions; not
 * what the declaration before has with the prefix of WebKit, which Chromium knows too.
 */
function usesOfStyles(sheet: string): Use[] {
  const source = sheet.replaceAll(/\/\*.*?\*\//gs, '').replaceAll(/"[^"]*"|'[^']*'/g, '""')
  const use = (owner: string, name: string): Use => ({ name, feature: styles.get(`${owner}.${name}`) })
  let before = ''
  return [...source.matchAll(/([^;{}]+)([;{}])/g)].flatMap(([, part = '', end]) => {
    const hasPrefixed = ({ name }: Use) => before.includes(`-webkit-${name}`)
    const [, rule, condition = ''] = /^\s*@([\w-]+)(.*)/s.exec(part) ?? []
    if (rule !== undefined) {
      const conditions = Array.from(condition.matchAll(/\(([\w-]+)/g), ([, name = '']) => use(rule, name))
      return [use('at-rules', rule), ...conditions]
    }
    if (end === '{') return Array.from(part.matchAll(/:([a-z][\w-]*)/g), ([, name = '']) => use('selectors', name))
    const [, property = '', value = ''] = /^\s*([\w-]+)\s*:(.*)/s.exec(part) ?? []
    const values = Array.from(value.matchAll(/([a-z][\w-]*)(\(?)/g), ([, name = '', isCall]) =>
      isCall ? { name, feature: styles.member(property, name) } : use(property, name),
    )
    const uses = [use('properties', property), ...values].filter((each) => !hasPrefixed(each))
    before = part
    return uses
  })
}

/** Returns the uses of the browser's objects, by the types that TypeScript has for them, and of HTML's attributes. */
function usesOfScripts(paths: readonly string[], options: APIOptions & { cwd: string }): Map<string, Use[]> {
  const api = new API(options)
  const [project] = api.updateSnapshot({ openProjects: [join(options.cwd, 'tsconfig.json')] }).getProjects()
  if (!project) throw new Error(`${options.cwd}: TypeScript finds no tsconfig.json there`)
  const { checker, program } = project
  const usesIn = (path: string): Use[] => {
    const names: Identifier[] = []
    const uses: Use[] = []
    const visit = (node: Node): void => {
      if (isIdentifier(node) && scripts.names.has(node.text)) names.push(node)
      if (isJsxAttribute(node)) {
        const element = node.parent.parent
        const isTag = isJsxOpeningElement(element) || isJsxSelfClosingElement(element)
        const tag = isTag ? element.tagName.getText() : ''
        const name = node.name.getText()
        if (/^[a-z]/.test(tag)) uses.push({ name, feature: scripts.member(tag, name.toLowerCase()) })
      }
      node.forEachChild(visit)
    }
    const file = program.getSourceFile(join(options.cwd, path))
    if (!file) throw new Error(`${path}: tsconfig.json does not include it`)
    visit(file)
    checker.getSymbolAtLocation(names).forEach((symbolHere, index) => {
      const { text = '', parent } = names[index] ?? {}
      const isTaken = parent && isBindingElement(parent) && (parent.propertyName ?? parent.name) === names[index]
      const object = isTaken ? checker.getTypeAtLocation(parent.parent) : undefined
      const symbol = object ? checker.getPropertyOfType(object, text) : symbolHere
      if (!symbol?.declarations.some(({ path: from }) => /\/lib\.[\w.]+\.d\.ts$/.test(from))) return
      const type = symbol.getParent()?.name ?? 'Window'
      // The type of statics has no name: `declare var URL: { parse(): … }`
      const isStatic = type === '__type' && parent && isPropertyAccessExpression(parent)
      const owner = isStatic ? parent.expression.getText() : type.replace(/(?<=.)(?:Constructor|Object)$/, '')
      uses.push({ name: `${owner}.${symbol.name}`, feature: scripts.member(owner, symbol.name) })
    })
    return uses
  }
  const uses = new Map(paths.map((path) => [path, usesIn(path)]))
  api.close()
  return uses
}

/**
 * Returns what browser code and style sheets use that is newer than the oldest browsers, and not in the list of what has a
 * fallback.
 *
 * @param options where TypeScript finds the project of the files
 */
export function supportFaults(
  files: readonly SourceFile[],
  options: APIOptions & { cwd: string } = { cwd: root },
): Violation[] {
  const ofScripts = usesOfScripts(
    files.map(({ path }) => path).filter((path) => IN_BROWSER.test(path)),
    options,
  )
  return files.flatMap(({ path, source }) => {
    const uses = /^app\/.*\.css$/.test(path) ? usesOfStyles(source) : (ofScripts.get(path) ?? [])
    const faults = new Map(uses.map(({ name, feature }) => [name, feature]))
    return [...faults].flatMap(([name, feature]) =>
      feature === undefined || feature in NEWER
        ? []
        : {
            path,
            rule: 'browser support',
            detail: `${name}: ${feature} is newer than the oldest browsers; make a fallback, and name it in browser-support.ts`,
          },
    )
  })
}
