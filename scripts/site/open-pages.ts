import type { Browser, BrowserPage } from '../../test/support/browser.js';

/** A desktop, and a phone. */
const widths = [1280, 390];
/** As many at a time as a small machine has processors for. */
const TABS = 3;

/** Vue has taken the page over: what it finds to differ from the built HTML, it has told by then. */
const READY = "document.querySelector('#app')?.__vue_app__ !== undefined";

const settled = async (page: BrowserPage): Promise<boolean> => {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if ((await page.value(READY)) === true) return true;
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
      if (!(await settled(page))) found.push('its script has not started after five seconds');
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
