import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

const sources = readdirSync(join(root, 'src'), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  .sort()
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** A variable, or a collection that starts empty and may be added to, on the level of the module or of a class. */
const STATE: readonly RegExp[] = [
  /^(?:export )?(?:let|var) (\w+)/gm,
  /^(?:export )?const (\w+)(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\((?:\[\])?\)/gm,
  /^(?:export )?const (\w+)(?:: (?!readonly |Readonly)[^=]+)? = (?:\[\]|new Array(?:<.*>)?\(.*\))/gm,
  /^ +static (?!readonly |override )(#?\w+)(?:: [^=]+)?(?: =|;)/gm,
  /^ +static readonly (#?\w+)(?:: (?!readonly |Readonly)[^=]+)? = (?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)\b)/gm,
];

/** What a module holds in a constant: an array, an object, or whatever a class makes. */
const CONTAINER = /^(?:export )?const (\w+)(?:: .+?)? =\s+(?:\[|\{|new \w|Object\.\w|Array\.\w)/gm;

/** Code that changes what the constant of this name holds. */
const changes = (name: string): RegExp =>
  new RegExp(
    [
      `(?<![\\w.#])${name}!?(?:\\.\\w+|\\[[^\\]\\n]*\\])*\\.(?:push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)\\(`,
      `(?<![\\w.#])${name}!?(?:\\.\\w+|\\[[^\\]\\n]*\\])+ *(?:[-+*/%|&^]|\\*\\*|\\|\\||&&|\\?\\?|<<|>>>?)?=(?![=>])`,
      `(?<![\\w.#])${name}!?(?:\\.\\w+|\\[[^\\]\\n]*\\])+(?:\\+\\+|--)|(?:\\+\\+|--|\\bdelete )${name}(?:\\.\\w|\\[)`,
      `\\b(?:Object\\.(?:assign|define\\w+|setPrototypeOf)|Reflect\\.(?:set|deleteProperty))\\(${name}\\b`,
    ].join('|'),
  );

/** The names of what a module keeps between two calls. */
const stateIn = (text: string): readonly string[] => {
  const code = withoutComments(text);
  const kept = STATE.flatMap((pattern) => [...code.matchAll(pattern)].map(([, name]) => name!));
  const held = [...code.matchAll(CONTAINER)].map(([, name]) => name!);
  return [...new Set([...kept, ...held.filter((name) => changes(name).test(code))])];
};

it.each([
  'let count = 0;',
  'export var count = 0;',
  'const seen = new Map();',
  'const seen = new Map([]);',
  'export const seen: Map<string, string> = new Map();',
  'const seen = new WeakMap<object, string>();',
  'const found = [];',
  'const found: string[] = [];',
  "const found = ['a'];\nconst add = (one: string) => found.push(one);",
  "const found: readonly string[] = ['a'];\n(found as string[]).length = 0;\nfound[0] = 'b';",
  "const seen = new Set(['a']);\nconst add = (one: string) => seen.add(one);",
  'const memory = { count: 0 };\nconst next = () => memory.count++;',
  'const memory: Record<string, number> = {};\nconst keep = (name: string) => {\n  memory[name] ??= 1;\n};',
  'const memory = {\n  all: [],\n};\nconst keep = (one: string) => memory.all.push(one);',
  'const memory = {};\nObject.assign(memory, { a: 1 });',
  'class Cache {\n  static readonly all = new Map();\n}',
  'class Cache {\n  static #last: string | undefined;\n}',
])('%s keeps state', (code) => {
  expect(stateIn(code)).toHaveLength(1);
});

it.each([
  "const words: ReadonlySet<string> = new Set(['a']);",
  'const NONE: readonly string[] = [];',
  'const NONE: ReadonlySet<string> = new Set();',
  "const words = ['a', 'b'];\nconst sorted = [...words].sort();",
  'const collect = () => {\n  const found: string[] = [];\n  found.push("a");\n  return found;\n};',
  'const limits = { most: 3 };\nconst isMost = (count: number) => limits.most === count;',
  'class Cache {\n  static readonly kind = { scope: "Cluster" } as const;\n}',
])('%s keeps none', (code) => {
  expect(stateIn(code)).toEqual([]);
});

/** State that belongs to the process, each with its reason. */
const ofTheProcess: Readonly<Record<string, string>> = {
  'src/versions/while-recording.ts':
    'the module that is being loaded opens versions.yaml itself, and nothing can be passed to it',
  'src/teams/while-recording-teams.ts':
    'the module that is being loaded opens teams.yaml itself, and nothing can be passed to it',
  'src/cluster/flux-app.ts':
    'the module that is being loaded calls app.synth() itself, and nothing can be passed to it',
  'src/rbac/default-roles.ts':
    'the roles of a version of Kubernetes are read from a text that never changes, which took a millisecond for each cluster',
  'src/schema/package-schemas.ts':
    'the schemas of the package are read from files that never change, which took tens of milliseconds for each app',
  'src/applied/folders.ts':
    'the sorted paths of a map of files go with the map, which everyone passes on who asks for a folder',
  'src/cli/run-code.ts': 'the modules that are being loaded run their code by it, and nothing can be passed to them',
  'src/cli/run-packages.ts': "it changes Node's module loader, which the whole process shares",
};

it('no module keeps state: a cache is passed in', () => {
  const found = sources.flatMap(({ file, text }) =>
    Object.hasOwn(ofTheProcess, file) ? [] : stateIn(text).map((name) => `${file}: ${name}`),
  );
  expect(
    found,
    'these outlive a call: make them where they are used, or take them as an argument; what never changes gets a type that says so, as ReadonlyMap or readonly string[]',
  ).toEqual([]);
  const stale = Object.keys(ofTheProcess).filter(
    (known) => !sources.some(({ file, text }) => file === known && stateIn(text).length > 0),
  );
  expect(stale, 'these keep no state any more: remove them from ofTheProcess in this file').toEqual([]);
});

/** The steps from a declared cluster to the plan of its tree. */
const PURE =
  /^src\/(?:diagnostics|json|yaml|schema|substitution|charts\/values|knowledge|contract|var-safety|constructs|addon|addons|compile|rules|terraform|tree\/readme|preview|graph)\//;

/** What reads a file before the pipeline begins, or hands it a function that does, each with its reason. */
const readers: Readonly<Record<string, string>> = {
  'src/compile/find-project-place.ts':
    'finds the repository around a project; the entries call it, and pass on the place',
  'src/compile/read-own-kinds.ts':
    'reads the CRD files that an app names; the entries call it, and pass on what it read',
  'src/constructs/project-file.ts':
    "reads the encrypted file that a `build` names, and finds what Include of cdk8s reads; the build's result is kept",
  'src/diagram/html/assets.ts':
    'is the script and the style of a page as their files have them, which the build replaces by their text',
  'src/schema/package-schemas.ts': 'loads the schemas of an API group when the first object of the group asks for them',
};

const MODULES =
  '(?:fs|fs/promises|child_process|cluster|dgram|dns|dns/promises|net|http|http2|https|os|perf_hooks|timers|timers/promises|tls|worker_threads)';

/** Modules and names that reach out of a function, to files, processes, the clock or chance. */
const IMPURE: readonly RegExp[] = [
  new RegExp(`\\bfrom '(?:node:)?${MODULES}'`, 'g'),
  new RegExp(`^import '(?:node:)?${MODULES}'`, 'gm'),
  new RegExp(`\\b(?:import|require|getBuiltinModule)\\(\\s*['"\`](?:node:)?${MODULES}['"\`]`, 'g'),
  /\bfrom '(?:\.\.\/)+files\/[\w-]+\.js'/g,
  /\bprocess\.(?:env|argv|hrtime|uptime|std\w+|exit\w*|chdir|on|once|memoryUsage)\b/g,
  /\bprocess\['\w+'\]|\} = process;/g,
  /\b(?:Date|performance)\.(?:now|timeOrigin)\b|\bnew Date\(\)|(?<!new )\bDate\(\)/g,
  /\bMath\.random\b|\b(?:randomUUID|randomBytes|randomInt|getRandomValues)\b/g,
  /\bawait fetch\(|(?<![\w.])(?:setTimeout|setInterval)\(/g,
];

const impureIn = (text: string): readonly string[] => {
  const code = withoutComments(text).replace("import { isIP } from 'node:net'", '');
  return IMPURE.flatMap((pattern) => [...code.matchAll(pattern)].map(([found]) => found));
};

it.each([
  "import { readFileSync } from 'node:fs';",
  "import { readFileSync } from 'fs';",
  "import { readRegularFile } from '../files/read-file.js';",
  "import 'node:child_process';",
  "const { readFile } = await import('node:fs/promises');",
  "const fs = require('node:fs');",
  "const home = process.env['HOME'];",
  'const start = performance.now();',
  'const start = Date.now();',
  'const start = new Date();',
  'const chance = Math.random();',
  "import { randomUUID } from 'node:crypto';",
  'const id = crypto.randomUUID();',
])('%s reaches out', (code) => {
  expect(impureIn(code)).toHaveLength(1);
});

it.each([
  "import { isIP } from 'node:net';",
  "import { createHash } from 'node:crypto';",
  'const date = new Date(text);',
  '// process.env is not read',
])('%s does not', (code) => {
  expect(impureIn(code)).toEqual([]);
});

it('no step of the pipeline reads or writes a file, runs a process, or asks for the time', () => {
  const found = sources
    .filter(({ file }) => PURE.test(file) && !Object.hasOwn(readers, file))
    .flatMap(({ file, text }) => impureIn(text).map((what) => `${file}: ${what}`));
  expect(
    found,
    'a step of the pipeline is a function of its arguments: let a command or src/synth/ read it, and pass in what it read',
  ).toEqual([]);
  const stale = Object.keys(readers).filter(
    (known) => !sources.some(({ file, text }) => file === known && impureIn(text).length > 0),
  );
  expect(stale, 'these read nothing any more: remove them from readers in this file').toEqual([]);
});
