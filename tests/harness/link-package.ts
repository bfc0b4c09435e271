import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    // The folders are on different file systems.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    copyFileSync(from, to)
  }
}

/** Copies a package by hard links: npm replaces files and does not write into them. */
export function linkPackage(from: string, to: string): void {
  const entry = lstatSync(from)
  if (entry.isSymbolicLink()) {
    symlinkSync(readlinkSync(from), to)
  } else if (entry.isDirectory()) {
    mkdirSync(to)
    for (const name of readdirSync(from)) linkPackage(join(from, name), join(to, name))
  } else linkFile(from, to)
}
