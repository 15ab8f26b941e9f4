import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** Chromium or Chrome, by the name under which it is installed. `FLUXSPAN_BROWSER` names another one. */
export const findBrowser = (): string | undefined =>
  [process.env['FLUXSPAN_BROWSER'], 'chromium', 'chromium-browser', 'google-chrome', 'chrome'].find(
    (name) => name !== undefined && name !== '' && spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
  );

export interface PageOptions {
  readonly width?: number;
  readonly height?: number;
  /** The user prefers dark colours. @default false */
  readonly dark?: boolean;
  /** @default false */
  readonly print?: boolean;
}

/** One page, as a user has it before them. */
export interface BrowserPage {
  /** Opens a file by its path, or a page by its address. */
  open(place: string): Promise<void>;
  /** Gives the window another width, as one would by dragging its edge. */
  resize(width: number): Promise<void>;
  /** The value of an expression in the page; JSON. */
  value(expression: string): Promise<unknown>;
  /** Presses one key: `a`, `/`, `Enter`, `ArrowRight`. */
  press(...keys: readonly string[]): Promise<void>;
  click(selector: string): Promise<void>;
  /** Presses the mouse in the middle of an element, moves it, and lets go. */
  drag(selector: string, x: number, y: number): Promise<void>;
  screenshot(file: string): Promise<void>;
  /** What the page complained of, and what it asked for beside its own file. */
  readonly complaints: readonly string[];
}

export interface Browser {
  page(options?: PageOptions): Promise<BrowserPage>;
  close(): void;
}

interface Message {
  readonly id?: number;
  readonly sessionId?: string;
  readonly method?: string;
  // biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of shapes, https://chromedevtools.github.io/devtools-protocol/
  readonly params?: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  readonly result?: any;
  readonly error?: { readonly message: string };
}

/** Starts a browser that is driven by the DevTools protocol through a pipe, so no port is open. */
export const startBrowser = (command: string): Browser => {
  const profile = mkdtempSync(join(tmpdir(), 'fluxspan-browser-'));
  const argv = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-pipe'];
  const child: ChildProcess = spawn(command, [...argv, `--user-data-dir=${profile}`, '--no-first-run', 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const [, , , input, output] = child.stdio as unknown as [null, null, null, Writable, Readable];
  const waiting = new Map<number, (message: Message) => void>();
  const listeners = new Set<(message: Message) => void>();
  let last = 0;
  let rest = '';
  output.on('data', (chunk: Buffer) => {
    const messages = (rest + chunk.toString('utf8')).split('\0');
    rest = messages.pop() ?? '';
    for (const text of messages) {
      const message = JSON.parse(text) as Message;
      if (message.id !== undefined) waiting.get(message.id)?.(message);
      else for (const listener of listeners) listener(message);
    }
  });
  const send = async (method: string, params: object = {}, sessionId?: string): Promise<Message['result']> => {
    last += 1;
    const id = last;
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
    input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    const { result, error } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const once = (sessionId: string, method: string): Promise<void> =>
    new Promise((resolve) => {
      const listener = (message: Message) => {
        if (message.sessionId !== sessionId || message.method !== method) return;
        listeners.delete(listener);
        resolve();
      };
      listeners.add(listener);
    });

  const page = async ({ width = 1280, height = 900, dark = false, print = false }: PageOptions = {}) => {
    const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
    const ask = (method: string, params: object = {}) => send(method, params, sessionId);
    const complaints: string[] = [];
    let own = '';
    listeners.add(({ sessionId: from, method, params }) => {
      if (from !== sessionId) return;
      if (method === 'Runtime.exceptionThrown') complaints.push(params.exceptionDetails.exception?.description);
      if (method === 'Log.entryAdded') complaints.push(`${params.entry.level}: ${params.entry.text}`);
      if (method === 'Runtime.consoleAPICalled') complaints.push(`console.${params.type}`);
      if (method !== 'Network.requestWillBeSent') return;
      const { url } = params.request as { readonly url: string };
      if (!url.startsWith('data:') && !url.startsWith(own)) complaints.push(`asked for ${url}`);
    });
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await ask(`${domain}.enable`);
    const setWidth = (to: number): Promise<void> =>
      ask('Emulation.setDeviceMetricsOverride', { width: to, height, deviceScaleFactor: 1, mobile: to < 600 });
    await setWidth(width);
    await ask('Emulation.setEmulatedMedia', {
      media: print ? 'print' : 'screen',
      features: [{ name: 'prefers-color-scheme', value: dark ? 'dark' : 'light' }],
    });
    const value = async (expression: string): Promise<unknown> => {
      const { result, exceptionDetails } = await ask('Runtime.evaluate', { expression, returnByValue: true });
      if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description);
      return result.value;
    };
    const middleOf = async (selector: string) =>
      (await value(
        `(() => { const one = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect(); return [one.x + one.width / 2, one.y + one.height / 2]; })()`,
      )) as readonly [x: number, y: number];
    const mouse = (type: string, [x, y]: readonly [number, number], buttons = 1) =>
      ask('Input.dispatchMouseEvent', { type, x, y, buttons, button: buttons === 0 ? 'none' : 'left', clickCount: 1 });
    const result: BrowserPage = {
      complaints,
      value,
      async open(place) {
        const isAddress = /^https?:/.test(place);
        const url = isAddress ? place : `file://${place}`;
        own = isAddress ? new URL(place).origin : url.split('#')[0]!;
        const loaded = once(sessionId, 'Page.loadEventFired');
        await ask('Page.navigate', { url });
        await loaded;
      },
      resize: (to) => setWidth(to),
      async press(...keys) {
        for (const key of keys) {
          const text = key.length === 1 ? { text: key } : key === 'Enter' ? { text: '\r' } : {};
          await ask('Input.dispatchKeyEvent', {
            type: 'keyDown',
            key,
            code: key,
            windowsVirtualKeyCode: keyCodes[key] ?? 0,
            ...text,
          });
          await ask('Input.dispatchKeyEvent', { type: 'keyUp', key, code: key });
        }
      },
      async click(selector) {
        const at = await middleOf(selector);
        for (const type of ['mousePressed', 'mouseReleased']) await mouse(type, at);
      },
      async drag(selector, x, y) {
        const [left, top] = await middleOf(selector);
        await mouse('mouseMoved', [left, top], 0);
        await mouse('mousePressed', [left, top]);
        await mouse('mouseMoved', [left + x, top + y]);
        await mouse('mouseReleased', [left + x, top + y]);
      },
      async screenshot(file) {
        const { data } = await ask('Page.captureScreenshot', { format: 'png' });
        writeFileSync(file, Buffer.from(data, 'base64'));
      },
    };
    return result;
  };
  return {
    page,
    close() {
      // A browser that is killed leaves processes behind, which go on writing to the profile while it is removed.
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      child.once('exit', () => {
        clearTimeout(late);
        rmSync(profile, { recursive: true, force: true, maxRetries: 10 });
      });
      void send('Browser.close');
    },
  };
};

/** Without it, Chromium does nothing by itself on a key that types no text. */
const keyCodes: Readonly<Record<string, number>> = {
  Enter: 13,
  Escape: 27,
  ArrowLeft: 37,
  ArrowUp: 38,
  ArrowRight: 39,
  ArrowDown: 40,
  Tab: 9,
};
