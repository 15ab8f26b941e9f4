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

/** A variable, or a collection that starts empty and may be added to, on the level of the module. */
const STATE = /^(?:export )?(?:let |const \w+(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\);)/gm;

/** State that belongs to the process, each with its reason. */
const ofTheProcess: Readonly<Record<string, string>> = {
  'src/cluster/flux-app.ts':
    'the module that is being loaded calls app.synth() itself, and nothing can be passed to it',
};

it('no module keeps state: a cache is passed in', () => {
  const found = sources.filter(({ text }) => text.match(STATE) !== null).map(({ file }) => file);
  expect(found).toEqual(Object.keys(ofTheProcess));
});

/** The steps from a declared cluster to the plan of its tree. */
const PURE =
  /^src\/(?:diagnostics|json|yaml|schema|substitution|helm-values|contract|var-safety|constructs|addon|addons|compile|check|terraform|cluster-readme|preview)\//;

/** What reads a file before the pipeline begins, or hands it a function that does, each with its reason. */
const readers: Readonly<Record<string, string>> = {
  'src/compile/read-own-kinds.ts':
    'reads the CRD files that an app names; the entries call it, and pass on what it read',
  'src/schema/package-schemas.ts': 'loads the schemas of an API group when the first object of the group asks for them',
};

it('no step of the pipeline reads or writes a file, runs a process, or asks for the time', () => {
  const IMPURE =
    /from 'node:(?:fs|fs\/promises|child_process|net|http|https|os)'|\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/;
  const found = sources
    .filter(({ file, text }) => PURE.test(file) && IMPURE.test(text.replace("import { isIP } from 'node:net'", '')))
    .map(({ file }) => file);
  expect(found).toEqual(Object.keys(readers));
});
