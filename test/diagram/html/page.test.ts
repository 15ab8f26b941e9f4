import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as assets from '../../../src/diagram/html/assets.js';
import { printHtml } from '../../../src/diagram/html/print-html.js';
import { printSvg } from '../../../src/diagram/svg/print-svg.js';
import { type Browser, type BrowserPage, findBrowser, type PageOptions, startBrowser } from '../../support/browser.js';
import { addon, clusterOf } from '../../support/synthesize.js';
import { largeCluster } from '../large.js';
import { drawingOf, drawnOf, shopCluster } from '../shop.js';

// Nothing that npm installs has a browser, so CI alone doesn't require one; FLUXSPAN_BROWSER does.
const command = findBrowser();
const required = process.env['FLUXSPAN_BROWSER'] ?? '';
if (command === undefined) console.warn('no chromium or chrome is installed: the page is not tried in a browser');

it.runIf(required !== '')('the browser that FLUXSPAN_BROWSER names starts', () => {
  expect(command).toBe(required);
});

describe.skipIf(command === undefined)('the page in a browser', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fluxspan-page-'));
  let browser: Browser;
  beforeAll(() => {
    for (const cluster of [shopCluster(), largeCluster(300)]) {
      const { graph } = drawnOf(cluster);
      writeFileSync(join(folder, `${cluster.name}.html`), printHtml(graph, drawingOf(graph), assets));
    }
    browser = startBrowser(command!);
  });
  afterAll(() => {
    browser.close();
    rmSync(folder, { recursive: true });
  });

  const open = async (name: string, options?: PageOptions): Promise<BrowserPage> => {
    const page = await browser.page(options);
    await page.open(join(folder, name));
    return page;
  };
  const focused = (page: BrowserPage) =>
    page.value('document.activeElement.dataset.id ?? document.activeElement.tagName');
  /** The details that are open beside the drawing. */
  const panel = (page: BrowserPage) => page.value("document.querySelector('.panel')?.id ?? ''");
  /** The texts that don't fit into their boxes, or into the drawing. */
  const outside = (page: BrowserPage) =>
    page.value(`(() => {
      const drawing = document.querySelector('#graph svg').viewBox.baseVal;
      return [...document.querySelectorAll('#graph text')].flatMap((one) => {
        const { x, y, width, height } = one.getBBox();
        const around = one.closest('.box')?.querySelector('rect').getBBox() ?? drawing;
        const [right, bottom] = [around.x + around.width, around.y + around.height];
        return x + width > right || y + height > bottom ? one.textContent : [];
      });
    })()`);
  const visible = (page: BrowserPage, selector: string) =>
    page.value(
      `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility()).length`,
    );

  it('moves along waits by arrow keys, and up and down a column', async () => {
    const page = await open('shop.html');
    await page.press('ArrowRight');
    expect(await focused(page)).toBe('store-crds');
    await page.press('ArrowRight');
    expect(await focused(page)).toBe('flux-system/monitoring');
    await page.press('ArrowRight');
    expect(await focused(page)).toBe('shop');
    // The critical path comes first, and then the way back.
    await page.press('ArrowLeft', 'ArrowLeft', 'ArrowDown');
    expect(await focused(page)).toBe('cache');
    await page.press('ArrowRight', 'ArrowLeft');
    expect(await focused(page)).toBe('cache');
    await page.press('ArrowUp', 'ArrowUp', 'ArrowLeft');
    expect(await focused(page)).toBe('store-crds');
    expect(page.complaints).toEqual([]);
  });

  it('marks the box whose details are open, and shows it above them on a phone, also after a search', async () => {
    const page = await open('shop.html', { width: 390, height: 844 });
    const chosen = () =>
      page.value("[...document.querySelectorAll('.box.chosen')].map((one) => one.dataset.id).join()");
    const isSeen = () =>
      page.value(`(() => {
        const [box, view] = ['.box.chosen', '#graph'].map((one) => document.querySelector(one).getBoundingClientRect());
        const { top } = document.querySelector('.panel').getBoundingClientRect();
        return box.top >= Math.max(0, view.top) && box.bottom <= top && box.left >= view.left - 1 && box.right <= view.right + 1;
      })()`);
    for (const id of ['store-crds', 'cache', 'shop']) {
      await page.press('/', ...id, 'Enter', 'Enter');
      expect([id, await chosen(), await isSeen()]).toEqual([id, id, true]);
      await page.press('Escape');
      expect(await chosen()).toBe('');
      await page.press('Escape');
    }
  });

  it('shows what a Kustomization waits for, and what waits for it, while it has the focus', async () => {
    const page = await open('shop.html');
    expect(await outside(page)).toEqual([]);
    const near = () =>
      page.value("[...document.querySelectorAll('.near .box.on')].map((one) => one.dataset.id).sort().join()");
    await page.press('ArrowRight');
    expect(await near()).toBe('flux-system/monitoring,shop,store-crds');
    await page.press('Escape');
    expect(await near()).toBe('');
  });

  it('opens details by Enter and by a click, and closes them by Escape and by their button', async () => {
    const page = await open('shop.html');
    await page.press('ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter');
    expect(await panel(page)).toBe('k-shop');
    const shown = await page.value("document.querySelector('.panel').innerText");
    for (const text of [
      'the "shop"',
      'flux-system/shop',
      '3 of 3',
      'TF_SHOP_HOST',
      '→ ConfigMap/shop data.host',
      'ExternalSecret/shop',
      'k8s/addons/shop/shop/config-map.yaml',
    ]) {
      expect(shown).toContain(text);
    }
    expect(await page.value('location.hash')).toBe('#k-shop');
    await page.press('Escape');
    expect([await panel(page), await focused(page), await page.value('location.hash')]).toEqual(['', 'shop', '']);
    await page.click('.box[data-id=cache]');
    expect(await panel(page)).toBe('k-cache');
    await page.click('.panel .others a');
    expect(await panel(page)).toBe('k-shop');
    await page.click('.panel .close');
    expect(await panel(page)).toBe('');
    const linked = await open('shop.html#k-cache');
    expect([await panel(linked), await focused(linked)]).toEqual(['k-cache', 'SUMMARY']);
    // The browser went to the list below first, and comes back to the drawing.
    for (const options of [{}, { width: 390, height: 844 }]) {
      const far = await open('large.html#k-app-of-a-team-150', options);
      // It may go there some time later, too.
      await new Promise((resolve) => setTimeout(resolve, 200));
      const top = '(selector) => document.querySelector(selector).getBoundingClientRect().top';
      const [graph, box, details] = (await far.value(
        `['#graph', '[data-id=app-of-a-team-150]', '.panel'].map(${top})`,
      )) as [number, number, number];
      expect(box).toBeGreaterThan(0);
      expect(box).toBeLessThan(options.width === undefined ? 900 : details);
      if (options.width === undefined) expect(graph).toBeGreaterThan(0);
    }
    expect(page.complaints).toEqual([]);
  });

  it('finds addons by what they are, own and read, and rows with them', async () => {
    const page = await open('shop.html');
    const found = () =>
      page.value("[...document.querySelectorAll('.box:not(.miss)')].map((one) => one.dataset.id).join()");
    await page.press('/', ...'externalsecret/shop');
    expect(await found()).toBe('shop');
    expect(await page.value("document.querySelector('output').innerText")).toBe('1 of 4');
    expect(await visible(page, 'details')).toBe(1);
    expect(await visible(page, '[data-row]')).toBe(2);
    await page.press('Enter');
    expect(await focused(page)).toBe('shop');
    await page.press('Escape');
    expect(await found()).toBe('store-crds,cache,flux-system/monitoring,shop');
    expect(await visible(page, 'details')).toBe(4);
    await page.press('/', ...'nothing has this');
    expect([await found(), await page.value("document.querySelector('output').innerText")]).toEqual(['', '0 of 4']);
    expect(page.complaints).toEqual([]);
  });

  it('is read and searched with 300 addons', async () => {
    const page = await open('large.html', { width: 1400 });
    // At its own size: names of 13 pixels.
    expect(await page.value("document.querySelector('.box .name').getBoundingClientRect().height > 10")).toBe(true);
    await page.press('0');
    expect(
      await page.value(
        "document.querySelector('#graph svg').clientHeight <= document.querySelector('#graph').clientHeight",
      ),
    ).toBe(true);
    expect(await outside(page)).toEqual([]);
    await page.press('+', '+', '+', '+', '+', '+', '/', ...'app-of-a-team-207', 'Enter');
    expect(await focused(page)).toBe('app-of-a-team-207');
    expect(
      await page.value(`(() => {
        const [box, view] = ['.box:focus', '#graph'].map((one) => document.querySelector(one).getBoundingClientRect());
        return box.top >= view.top && box.bottom <= view.bottom && box.left >= view.left && box.right <= view.right;
      })()`),
    ).toBe(true);
    await page.press('ArrowLeft', 'ArrowLeft', 'ArrowLeft');
    expect(await focused(page)).toMatch(/^crds-/);
    expect(page.complaints).toEqual([]);
  });

  it('zooms around the middle of the view, and moves with the mouse', async () => {
    const page = await open('large.html', { width: 1400 });
    const scroll = () =>
      page.value("[document.querySelector('#graph').scrollLeft, document.querySelector('#graph').scrollTop]");
    const middle = () =>
      page.value(`(() => {
        const [view, svg] = ['#graph', '#graph svg'].map((one) => document.querySelector(one));
        return Math.round((view.scrollTop + view.clientHeight / 2) / svg.clientHeight * 1000);
      })()`);
    await page.value("document.querySelector('#graph').scrollTo(0, 800)");
    const before = await middle();
    await page.click('[data-zoom="+"]');
    expect(await middle()).toBe(before);
    const [left, top] = (await scroll()) as [number, number];
    await page.drag('#graph', -8, -60);
    expect(await scroll()).toEqual([left + 8, top + 60]);
    expect([await panel(page), page.complaints]).toEqual(['', []]);
  });

  it('has room for long names', async () => {
    const addons = ['a', 'b'].map((name) => addon(name.repeat(60)));
    const { graph } = drawnOf(
      clusterOf({ [`stage-${'x'.repeat(50)}`]: addons, short: [addon('c', { requires: ['a'.repeat(60)] })] }),
    );
    writeFileSync(join(folder, 'long.html'), printHtml(graph, drawingOf(graph), assets));
    expect(await outside(await open('long.html'))).toEqual([]);
  });

  it('shows a cluster without addons', async () => {
    const { graph } = drawnOf(clusterOf({}));
    writeFileSync(join(folder, 'empty.html'), printHtml(graph, drawingOf(graph), assets));
    const page = await open('empty.html');
    await page.press('ArrowRight', '/', 'a', 'Enter', 'Escape', '0', '+');
    expect([await page.value("document.querySelector('h1').innerText"), page.complaints]).toEqual(['Cluster dev', []]);
  });

  it('comes with a picture, which the browser reads whatever things are called', async () => {
    const { graph } = drawnOf(shopCluster());
    const inputs = graph.inputs.map((input) => ({ ...input, name: `<&"'-->${input.name}` }));
    writeFileSync(join(folder, 'shop.svg'), printSvg({ ...graph, inputs }, drawingOf(graph)));
    const page = await open('shop.svg', { dark: true });
    expect(await page.value("document.querySelectorAll('.box').length")).toBe(4);
    expect(await page.value("document.querySelectorAll('parsererror').length")).toBe(0);
    expect(await page.value("getComputedStyle(document.querySelector('svg')).backgroundColor")).toBe('rgb(13, 17, 23)');
    expect(await page.value("document.querySelectorAll('.box title')[1].textContent")).toContain(`<&"'-->nodes[].zone`);
    expect(page.complaints).toEqual([]);
  });

  it('fits a phone, and has details there', async () => {
    const page = await open('shop.html', { width: 390, height: 844 });
    expect(await page.value('document.documentElement.scrollWidth')).toBe(390);
    await page.click('.box[data-id=store-crds]');
    expect(await page.value("document.querySelector('.panel').getBoundingClientRect().width")).toBe(390);
    const cells = "[...document.querySelectorAll('.inputs td')]";
    expect(await page.value(`${cells}.every((one) => one.getBoundingClientRect().right <= 390)`)).toBe(true);
  });

  it('begins where the critical path does', async () => {
    const page = await open('large.html');
    const first = "document.querySelector('.box.critical').getBoundingClientRect()";
    const inside = `${first}.bottom < document.querySelector('#graph').getBoundingClientRect().bottom`;
    expect(await page.value(inside)).toBe(true);
  });

  it('has colours for light, dark and paper', async () => {
    const background = async (options: PageOptions) =>
      (await open('shop.html', options)).value('getComputedStyle(document.body).backgroundColor');
    expect(await background({})).toBe('rgb(255, 255, 255)');
    expect(await background({ dark: true })).toBe('rgb(13, 17, 23)');
    expect(await background({ dark: true, print: true })).toBe('rgb(255, 255, 255)');
    const printed = await open('large.html', { width: 800, print: true });
    expect(await visible(printed, '#search')).toBe(0);
    expect(await printed.value("document.querySelector('#graph svg').clientWidth <= 800")).toBe(true);
  });
});
