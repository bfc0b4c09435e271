// `virtual:routing/rules` where the browser has no rules, and on a server whose rendered links depend on none.

export function installRules(): undefined {}
