import type { Browser, BrowserPage } from '../../test/support/browser.js';

/** A desktop, and a phone. */
const widths = [1280, 390];
/** As many at a time as a small machine has processors for. */
const TABS = 3;

/** Vue has taken the page over: what it finds to differ from the built HTML, it has told by then. */
const READY = "document.querySelector('#app')?.__vue_app__ !== undefined";

/** Waits up to five seconds until an expression is true in a page. */
const isSoon = async (page: BrowserPage, expression: string): Promise<boolean> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await page.value(expression)) === true) return true;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  return false;
};

/**
 * Opens pages one after the other, as wide as on a desktop and on a phone, and returns what is wrong with them: errors,
 * requests to other sites, and content that is wider than the screen.
 */
export const openPages = async (
  browser: Browser,
  address: string,
  paths: readonly string[],
): Promise<readonly string[]> => {
  const problems = new Map<string, readonly string[]>();
  const queue = [...paths];
  const work = async (): Promise<void> => {
    const page = await browser.page();
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const before = page.complaints.length;
      const found: string[] = [];
      await page.resize(widths[0]!);
      await page.open(`${address}${path}`);
      if (!(await isSoon(page, READY))) found.push('its script has not started after five seconds');
      if ((await page.value("(document.querySelector('h1')?.innerText ?? '').trim() === ''")) === true) {
        found.push('it has no title');
      }
      for (const width of widths) {
        await page.resize(width);
        // A phone zooms out to what is too wide, and has a larger innerWidth then.
        const extra = Number(await page.value('document.documentElement.scrollWidth')) - width;
        if (extra > 0) found.push(`at a width of ${width}, its content is ${extra} pixels too wide`);
      }
      problems.set(path, [...found, ...page.complaints.slice(before)]);
    }
  };
  await Promise.all(Array.from({ length: TABS }, work));
  return paths.flatMap((path) => (problems.get(path) ?? []).map((problem) => `/${path}: ${problem}`));
};

/** Searches for a word as a reader does, and returns what is wrong if the first result isn't the page at `path`. */
export const searchSite = async (
  browser: Browser,
  address: string,
  word: string,
  path: string,
): Promise<readonly string[]> => {
  const page = await browser.page();
  await page.open(address);
  const button = '.VPNavBarSearch button';
  if (!(await isSoon(page, `${READY} && document.querySelector('${button}') !== null`))) return ['there is no search'];
  await page.click(button);
  if (!(await isSoon(page, "document.activeElement?.id === 'localsearch-input'"))) return ['the search has no input'];
  await page.press(...word);
  const first = "(document.querySelector('.VPLocalSearchBox .result')?.pathname ?? '')";
  const wanted = new URL(path, address).pathname;
  if (await isSoon(page, `${first} === ${JSON.stringify(wanted)}`)) return page.complaints;
  return [`a search for ${word} finds "${await page.value(first)}" first, not ${wanted}`];
};
