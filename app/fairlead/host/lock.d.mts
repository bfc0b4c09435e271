export function takeLock(name: string, onWait?: () => void): Promise<() => void>
