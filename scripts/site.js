// npm run site: writes the pages of the site to site/.pages, builds them into site/dist, and checks them. FLUXSPAN_SITE_BASE
// is the path below which the site will be served: `/fluxspan/`. With --open, it opens each page in Chromium or Chrome
// (FLUXSPAN_BROWSER names another one).
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from './bundle.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'site');

/** @param {string} command @param {readonly string[]} args @param {string} cwd */
const run = (command, args, cwd) => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
};

const base = `/${process.env['FLUXSPAN_SITE_BASE'] ?? ''}/`.replaceAll(/\/+/g, '/');
process.env['FLUXSPAN_SITE_BASE'] = base;

/** VitePress is apart from the project's packages, so that only those who build the site install it. */
const installed = join(folder, 'node_modules/.package-lock.json');
if (!existsSync(installed) || statSync(installed).mtimeMs < statSync(join(folder, 'package-lock.json')).mtimeMs) {
  run('npm', ['ci'], folder);
}

/** @type {typeof import('./site/make-site.js')} */
const { makeSite } = await load('scripts/site/make-site.ts');
const { pages, assets, data, sources, codes } = makeSite(root);
const source = join(folder, '.pages');
rmSync(source, { recursive: true, force: true });
for (const [path, text] of pages) {
  mkdirSync(dirname(join(source, path)), { recursive: true });
  writeFileSync(join(source, path), text);
}
for (const [to, from] of assets) cpSync(join(root, from), join(source, 'public', to));
writeFileSync(join(source, 'site.json'), JSON.stringify(data, null, 2));
run(process.execPath, [join(folder, 'node_modules/vitepress/bin/vitepress.js'), 'build', '.'], folder);

const built = join(folder, 'dist');
/** @param {readonly string[]} problems @param {string} good */
const report = (problems, good) => {
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exit(1);
  console.log(good);
};
/** @type {typeof import('./site/check-site.js')} */
const { checkSite, filesOfSite } = await load('scripts/site/check-site.ts');
const html = filesOfSite(built).filter((file) => file.endsWith('.html') && file !== '404.html');
report(checkSite(built, { base, codes, sources }), `${html.length} pages, and no dead link`);
run(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'test/docs/examples.test.ts'], root);

if (process.argv.includes('--open')) {
  /** @type {typeof import('../test/support/browser.js')} */
  const { findBrowser, startBrowser } = await load('test/support/browser.ts');
  /** @type {typeof import('./site/serve-site.js')} */
  const { serveSite } = await load('scripts/site/serve-site.ts');
  /** @type {typeof import('./site/open-pages.js')} */
  const { openPages, searchSite } = await load('scripts/site/open-pages.ts');
  const command = findBrowser();
  if (command === undefined) report(['there is no Chromium or Chrome; FLUXSPAN_BROWSER may name one'], '');
  const site = await serveSite(built, base);
  const browser = startBrowser(command ?? '');
  const paths = html.map((file) => file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, ''));
  const problems = [
    ...(await openPages(browser, site.address, paths)),
    ...(await searchSite(browser, site.address, 'FX203', 'FX203')),
  ];
  browser.close();
  site.close();
  report(problems, `${paths.length} pages open without an error at both widths, and the search finds a code`);
}
