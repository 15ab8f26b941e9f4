import { fileURLToPath } from 'node:url';

/** With `/` on every system. */
const here = fileURLToPath(import.meta.url).replaceAll('\\', '/');
const dist = here.lastIndexOf('/dist/src/');
const source = here.slice(0, -'diagnostics/source-place.ts'.length);
/** fluxspan's own code: of what is built, all; of the source, what is neither an addon nor the platform. */
const isOwnCode = (path: string): boolean =>
  dist >= 0
    ? ['/dist/', '/bin/'].some((folder) => path.startsWith(here.slice(0, dist) + folder))
    : path.startsWith(source) && !/^(?:addons|platform)\//.test(path.slice(source.length));

/** Generated classes, of fluxspan, of `fluxspan import crd` and of `cdk8s import`. */
const GENERATED = /\/imports\/[^/]+\.[jt]s$/;

/** Where the bundle of an app lies while it runs: code in it that is of no module is the bundler's. */
const BUNDLE = /\/\.fluxspan\/[^/]+\.mjs$/;

/** Frames of fluxspan itself, of generated code, of dependencies and of Node are never the user's code. */
const isOurs = (path: string): boolean =>
  path.includes('/node_modules/') || GENERATED.test(path) || BUNDLE.test(path) || isOwnCode(path);

/**
 * Remembers where it was called from, and says so when it is asked: `src/platform/dev.ts:12`. V8 keeps the frames and
 * makes text of them only then, so that remembering costs microseconds.
 *
 * @param frames how far out it looks: each costs. What the user calls is three functions of ours away at most; the rest is
 *   for packages between the two.
 */
export const rememberPlace = (frames = 6): (() => string | undefined) => {
  const holder = capture(frames, rememberPlace);
  return () => placeInStack(holder.stack);
};

/** As {@link rememberPlace}, with the lines that called that one: the innermost first. */
export const rememberPlaces = (frames = 6): (() => readonly string[]) => {
  const holder = capture(frames, rememberPlaces);
  return () => [...new Set(placesIn(holder.stack))];
};

/** A note on the lines that called the one at which a problem is: none where nothing did. */
export const callersNote = (callers: readonly string[]): readonly string[] =>
  callers.length === 0 ? [] : [`called from ${callers.join(', ')}`];

const capture = (frames: number, above: (frames?: number) => unknown): { readonly stack?: string } => {
  const holder: { stack?: string } = {};
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = frames;
  Error.captureStackTrace(holder, above);
  Error.stackTraceLimit = limit;
  return holder;
};

/** Frames below these are of who had the cluster made, such as a test: no line of theirs made an object. */
const MAKING = /^\s*at (?:buildAddon|buildCluster) \(/;

/** The innermost frame of a stack that is the user's code. */
export const placeInStack = (stack: string | undefined): string | undefined => placesIn(stack).next().value;

/** The frames of a stack that are the user's code, from the innermost: the lines that called the first one follow it. */
export const placesInStack = (stack: string | undefined): readonly string[] => [...new Set(placesIn(stack))];

/** Whether all code in a stack, but that of Node, is fluxspan's own: nothing of the user has any part in it. */
export const isOwnStack = (stack: string): boolean => {
  const paths = stack.split('\n').flatMap((line) => {
    const found = /^\s*at .*?\(?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^():]+):\d+:\d+\)?$/.exec(line);
    return found === null || line.includes('node:') ? [] : [found[1]!.replaceAll('\\', '/')];
  });
  return paths.length > 0 && paths.every(isOwnCode);
};

/** The frames of a stack in installed packages, the innermost first. A file that can't be parsed is its first line. */
export const packagePlacesInStack = (stack: string): readonly string[] =>
  stack.split('\n').flatMap((line, index) => {
    const found =
      /(?:^|\(|file:\/\/|\bat )((?:[A-Za-z]:)?[\\/][^()]*[\\/]node_modules[\\/][^():]+:\d+)(?::\d+\)?)?$/.exec(line);
    return found === null || (index > 0 && !/^\s*at /.test(line)) ? [] : [found[1]!];
  });

/** How many functions a message names. */
const MOST_NAMED = 4;

/**
 * The functions of fluxspan, cdk8s and other packages in which an error was thrown, up to the user's own line: the
 * innermost first, as the packages' code names them. Empty where the user's code threw.
 */
export const functionsInStack = (stack: string | undefined, most = MOST_NAMED): readonly string[] => {
  const found: string[] = [];
  for (const line of (stack ?? '').split('\n').slice(1)) {
    if (MAKING.test(line) || found.length === most) break;
    const frame =
      /^\s*at (?:async )?((?:new )?[\w$.#<>]+)(?: \[as [\w$]+\])? \((?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^()]+):\d+:\d+\)$/.exec(
        line,
      );
    if (frame === null) {
      if (placesIn(`\n${line}`).next().value !== undefined) break;
      continue;
    }
    if (!isOurs(frame[2]!.replaceAll('\\', '/'))) break;
    // A bundler tells functions of one name apart by a number.
    found.push(frame[1]!.replace(/\$\d+$/, ''));
  }
  return found;
};

/** Those of all frames that are the user's code, from the innermost. */
const placesIn = function* (stack: string | undefined): Generator<string, undefined> {
  for (const line of (stack ?? '').split('\n').slice(1)) {
    if (MAKING.test(line)) return undefined;
    const found = /\(?(?:file:\/\/)?((?:[A-Za-z]:)?[\\/][^():]+):(\d+):\d+\)?$/.exec(line);
    if (found === null || line.includes('node:')) continue;
    const path = found[1]!.replaceAll('\\', '/');
    if (isOurs(path)) continue;
    const base = process.cwd().replaceAll('\\', '/');
    yield `${path.startsWith(`${base}/`) ? path.slice(base.length + 1) : path}:${found[2]}`;
  }
  return undefined;
};
