// `virtual:routing/rules` if the browser has no rules, and on a server whose rendered links do not depend on rules.

export function installRules(): undefined {}
