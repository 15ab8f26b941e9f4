import { readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';

const minified = (file: string, loader: 'css' | 'ts'): string =>
  transformSync(readFileSync(new URL(file, import.meta.url), 'utf8'), {
    loader,
    minify: true,
    target: 'es2022',
  }).code.trim();

/** What a page does in the browser, and how it looks. The build puts both into the package as they are here: minified. */
export const script: string = minified('client/client.ts', 'ts');
export const style: string = minified('page.css', 'css');
