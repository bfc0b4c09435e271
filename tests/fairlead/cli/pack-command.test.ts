import { expect, it } from 'vitest'
import { publishedManifest } from '#fairlead/cli/pack-command.ts'

it('the published package.json names compiled files and their types, under the names of the sources', () => {
  const source = {
    name: 'fairlead',
    version: '1.2.3',
    private: true,
    imports: { '#fairlead/*': './*' },
    bin: { fairlead: './cli/bootstrap.mjs', other: './bin.ts' },
    exports: {
      './client': './client.ts',
      './layout': './root/layout.tsx',
      './types': './types.d.ts',
      './styles/*': './styles/*',
    },
    sideEffects: ['**/*.css', './client.ts'],
  }
  expect(publishedManifest(source)).toEqual({
    name: 'fairlead',
    version: '1.2.3',
    imports: { '#fairlead/*.ts': './*.js', '#fairlead/*.tsx': './*.js', '#fairlead/*': './*' },
    bin: { fairlead: './cli/bootstrap.mjs', other: './bin.js' },
    exports: {
      './client': { types: './client.d.ts', default: './client.js' },
      './layout': { types: './root/layout.d.ts', default: './root/layout.js' },
      './types': { types: './types.d.ts' },
      './styles/*': './styles/*',
    },
    sideEffects: ['**/*.css', './client.js'],
  })
})
