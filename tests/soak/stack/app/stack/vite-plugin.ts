import mdx from '@mdx-js/rollup'
import babel from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import { reactCompilerPreset } from '@vitejs/plugin-react'
import svgr from 'vite-plugin-svgr'

export default () => [
  tailwindcss(),
  { enforce: 'pre', ...mdx() },
  svgr(),
  babel({ exclude: /node_modules|\.vinxi|\0/, presets: [reactCompilerPreset()] }),
  { name: 'alias', config: () => ({ resolve: { alias: { '@': '/app/stack' } } }) },
]
