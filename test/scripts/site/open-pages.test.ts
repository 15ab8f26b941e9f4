import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPages, searchSite } from '../../../scripts/site/open-pages.js';
import { type ServedSite, serveSite } from '../../../scripts/site/serve-site.js';
import { type Browser, findBrowser, startBrowser } from '../../support/browser.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { writeFiles } from '../../support/write-files.js';

const command = findBrowser();
if (command === undefined)
  console.warn('no chromium or chrome is installed: no page of the site is opened in a browser');

/** As VitePress' pages: an app that Vue has mounted. */
const page = (content: string, script = "document.querySelector('#app').__vue_app__ = {}"): string =>
  `<html><head><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"></head><body style="margin:0"><div id="app">${content}</div><script>${script}</script></body></html>`;

describe.skipIf(command === undefined)('pages in a browser', () => {
  const folder = temporaryFolder();
  let browser: Browser;
  let site: ServedSite;
  beforeAll(async () => {
    writeFiles(folder, {
      'index.html': page('<h1>Home</h1>'),
      'how-to/good.html': page(
        '<h1>Good</h1><pre style="overflow:auto"><code style="padding-right:2000px">a</code></pre>',
      ),
      'wide.html': page('<h1>Wide</h1><div style="width:500px">a</div>'),
      'untitled.html': page('<h1> </h1>'),
      'failing.html': page(
        '<h1>Failing</h1>',
        "document.querySelector('#app').__vue_app__ = {}; throw new Error('oh')",
      ),
      'foreign.html': page('<h1>Foreign</h1><img alt="a" src="http://127.0.0.1:9/a.png">'),
    });
    browser = startBrowser(command!);
    site = await serveSite(folder, '/base/');
  });
  afterAll(() => {
    browser.close();
    site.close();
  });
  const problemsOf = (...paths: readonly string[]) => openPages(browser, site.address, paths);

  it('finds nothing in good pages, whose code scrolls for itself', async () => {
    expect(await problemsOf('', 'how-to/good')).toEqual([]);
  });

  it('finds content that is wider than a phone', async () => {
    expect(await problemsOf('wide')).toEqual(['/wide: at a width of 390, its content is 110 pixels too wide']);
  });

  it('finds a page without a title, and one that fails', async () => {
    expect(await problemsOf('untitled', 'failing')).toEqual([
      '/untitled: it has no title',
      expect.stringMatching(/^\/failing: Error: oh/),
    ]);
  });

  it('finds requests to other sites', async () => {
    expect(await problemsOf('foreign')).toContainEqual('/foreign: asked for http://127.0.0.1:9/a.png');
  });

  it('finds a page that is not there', async () => {
    expect(await problemsOf('lost')).toContainEqual(expect.stringMatching(/^\/lost: error: .*404/));
  });

  it('finds a site without a search', async () => {
    expect(await searchSite(browser, site.address, 'FX203', 'FX203')).toEqual(['there is no search']);
  });
});
