import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './support/root.js';

/** The folders of src/, the lowest first: each imports from lower rows only, and none of its own row. */
const layers: readonly (readonly string[])[] = [
  ['diagnostics', 'files', 'go-template', 'json'],
  ['redaction', 'schema', 'yaml'],
  ['substitution', 'charts'],
  ['kinds', 'knowledge'],
  ['contract', 'flux', 'versions'],
  ['var-safety'],
  ['constructs'],
  ['addon'],
  ['alerts', 'encryption'],
  ['addons', 'tenants'],
  ['teams'],
  ['declared'],
  ['dependencies'],
  ['compile'],
  ['rbac'],
  ['rules', 'terraform'],
  ['tree'],
  ['preview', 'diagram'],
  ['applied'],
  ['changes'],
  ['handover'],
  ['owners'],
  ['synth', 'diff', 'promote', 'publish'],
  ['cluster', 'upgrade', 'init', 'audit', 'import-tree'],
  ['testing', 'cli'],
];
/** Folders that import from few others, whatever the layers say. */
const closed: Readonly<Record<string, readonly string[]>> = {
  json: [],
  charts: ['files', 'go-template', 'json', 'yaml', 'schema'],
  kinds: ['charts', 'files', 'json', 'yaml', 'schema'],
  'go-template': [],
  addons: ['addon', 'constructs', 'contract'],
};

/** The parts of src/changes/, the lowest first: each imports from those before it. */
const partsOfChanges: readonly string[] = [
  // What a change is.
  'model',
  'diagnostics.ts',
  'words',
  // Engines: what Flux, Helm and the API server do with it.
  'losses',
  'releases',
  'declarations',
  'updates',
  'transitions',
  'replacement',
  'owners',
  'root',
  'flux-settings',
  'hand-written',
  'externals',
  'tenants',
  'views',
  'removals',
  'print',
  // What is wrong with it.
  'change-rule.ts',
  'rules',
  'registry.ts',
  'findings.ts',
  'change-context.ts',
  'check-change.ts',
  'comparison',
];

interface Import {
  readonly file: string;
  readonly line: number;
  /** As it is written. */
  readonly from: string;
  /** The file that it means, relative to the root; undefined for a package. */
  readonly target: string | undefined;
}

const sourcesIn = (folder: string, withTests = false): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && (withTests || !/\.test\.ts$/.test(entry.name)))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** Static, dynamic and type imports, and exports from; imports in comments and templates of code begin no line. */
const IMPORT = /^\s*(?:import|export)\b[^'"`;]*?\bfrom\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\('([^']+)'\)/gm;

const importsOf = (file: string): readonly Import[] => {
  const text = readFileSync(join(root, file), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replace(/[^\n]/g, ' '));
  return [...code.matchAll(IMPORT)].map((match) => {
    const from = match[1] ?? match[2] ?? match[3] ?? '';
    const path = relative(root, resolve(join(root, dirname(file)), from)).replaceAll('\\', '/');
    return {
      file,
      line: code.slice(0, match.index + match[0].length).split('\n').length,
      from,
      target: from.startsWith('.') ? path.replace(/\.js$/, '.ts') : undefined,
    };
  });
};

const files = sourcesIn('src');
const imports = files.flatMap(importsOf);
const generated = sourcesIn('imports');
const folderOf = (file: string): string => /^src\/([^/]+)\//.exec(file)?.[1] ?? '';
const rankOf = (folder: string): number => layers.findIndex((layer) => layer.includes(folder));
const show = ({ file, line, from }: Import): string => `${file}:${line} imports '${from}'`;

describe('the folders of src/', () => {
  it('all have their place', () => {
    const folders = new Set(files.map(folderOf).filter((folder) => folder !== '' && folder !== 'platform'));
    expect(
      [...folders].filter((folder) => rankOf(folder) < 0),
      'give these folders a place in layers in this file, and in docs/architecture.md',
    ).toEqual([]);
  });

  it('import files that exist', () => {
    const missing = imports.filter(
      ({ target }) => target !== undefined && !existsSync(join(root, target)) && !target.startsWith('dist/'),
    );
    expect(
      missing.map(show),
      'a path ends in .js, and the .ts beside it must exist; npm run import writes imports/',
    ).toEqual([]);
  });

  it('import downwards only', () => {
    const wrong = imports.filter(({ file, target }) => {
      if (target === undefined || !target.startsWith('src/')) return false;
      const [from, to] = [folderOf(file), folderOf(target)];
      if (from === to || from === 'platform' || from === '') return false;
      if (to === '' || to === 'platform') return true;
      return rankOf(to) >= rankOf(from) || (closed[from] !== undefined && !closed[from].includes(to));
    });
    expect(
      wrong.map(show),
      'a folder imports only from lower layers, and those in closed in this file from fewer: move what both need into the lower one, or pass it in',
    ).toEqual([]);
  });

  it('import downwards only within changes/, too', () => {
    const partOf = (file: string): string => /^src\/changes\/([^/]+)/.exec(file)?.[1] ?? '';
    const isOfChanges = (file: string | undefined): file is string => file?.startsWith('src/changes/') === true;
    const parts = new Set(files.filter(isOfChanges).map(partOf));
    expect([...parts].sort(), 'give each part of src/changes/ a place in partsOfChanges in this file').toEqual(
      partsOfChanges.toSorted(),
    );
    const wrong = imports.filter(({ file, target }) => {
      if (!isOfChanges(file) || !isOfChanges(target) || partOf(file) === partOf(target)) return false;
      return partsOfChanges.indexOf(partOf(target)) >= partsOfChanges.indexOf(partOf(file));
    });
    expect(
      wrong.map(show),
      'a part of src/changes/ imports only from those above it in partsOfChanges: move what both need into the lower one',
    ).toEqual([]);
  });

  it('leave the public API to users: nothing imports it, and it exports no command', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        file === 'src/index.ts' && target !== undefined && /^src\/(cli|testing|platform)\//.test(target),
    );
    expect(wrong.map(show), 'import these in src/testing/ or src/cli/, which have entries of their own').toEqual([]);
  });

  it('know the package by name in platform/ alone, and there by nothing else', () => {
    const byName = ({ from }: Import) => from === 'fluxspan' || from.startsWith('fluxspan/');
    const wrong = imports.filter((one) => {
      const inPlatform = folderOf(one.file) === 'platform';
      return inPlatform ? one.target !== undefined && folderOf(one.target) !== 'platform' : byName(one);
    });
    expect(
      wrong.map(show),
      'platform/ imports the package as users do, from fluxspan; all other folders import a file by its path',
    ).toEqual([]);
  });

  it('use nothing of imports/ but in alerts/, constructs/, addons/, tenants/ and cluster/', () => {
    const wrong = imports.filter(
      ({ file, target }) =>
        target?.startsWith('imports/') === true &&
        !['alerts', 'constructs', 'addons', 'cluster', 'platform', 'tenants'].includes(folderOf(file)),
    );
    expect(
      wrong.map(show),
      'the constructs and the addons have the generated types: import from constructs/, or pass the data in',
    ).toEqual([]);
  });
});

const MOST_LINES = 400;
const MOST_IMPORTS = 30;
/** Files of more imports than that, each with the reason. */
const registries: Readonly<Record<string, string>> = {
  'src/addons/index.ts': 'the list of all addons of the package',
  'src/cli/catalogue.ts': 'the list of the diagnostics of all folders',
  'src/rules/registry.ts': 'the list of all rules',
  'src/changes/registry.ts': 'the list of all change rules',
  'src/knowledge/registry.ts': 'the list of all projects',
};

describe('the files of src/', () => {
  it(`stay below ${MOST_LINES} lines`, () => {
    const long = files.flatMap((file) => {
      const lines = readFileSync(join(root, file), 'utf8').split('\n').length - 1;
      return lines < MOST_LINES ? [] : [`${file}: ${lines} lines`];
    });
    expect(long, 'a file does one thing: move a part of it into a file of its own').toEqual([]);
  });

  it(`import ${MOST_IMPORTS} modules at most, but for registries, which hold a list alone`, () => {
    const modules = (file: string): number =>
      new Set(imports.filter((one) => one.file === file).map(({ from }) => from)).size;
    const wide = files.filter((file) => modules(file) > MOST_IMPORTS);
    expect(
      wide.filter((file) => registries[file] === undefined).map((file) => `${file}: ${modules(file)} modules`),
      'a file that needs so many does several things: move one of them, with its imports, into a file of its own',
    ).toEqual([]);
    expect(
      Object.keys(registries).filter((file) => !wide.includes(file)),
      'these import few enough by now: take them out of registries in this file',
    ).toEqual([]);
  });

  it('read YAML as Flux does: the package yaml is only where comments must survive an edit', () => {
    const files = imports.filter(({ from }) => from === 'yaml').map(({ file }) => file);
    const required = sourcesIn('src').filter((file) => /\(\s*'yaml'/.test(readFileSync(join(root, file), 'utf8')));
    expect(
      [...new Set([...files, ...required])],
      'read YAML with src/yaml/parse-yaml.ts, and print it with src/yaml/print-yaml.ts',
    ).toEqual([
      ...['edit-list', 'edit-yaml', 'remove-document'].map((name) => `src/handover/adopt/${name}.ts`),
      'src/teams/edit-teams.ts',
    ]);
  });

  it('sort diagnostics only where they leave for a user: in a result of the API or of a command, in an error', () => {
    const sorting = files.filter((file) => readFileSync(join(root, file), 'utf8').includes('sortDiagnostics('));
    expect(
      sorting.filter((file) => !/^src\/(?:cli|testing)\//.test(file)),
      'hand on what is found in any order: what hands it to a user sorts it once',
    ).toEqual([
      'src/diagnostics/fluxspan-error.ts',
      'src/synth/synth-app.ts',
      'src/terraform/verify/check-contract.ts',
      'src/upgrade/explain-upgrade.ts',
    ]);
  });

  it('form no circles, not even by way of imports/', () => {
    const edges = new Map<string, Import[]>();
    const all = [...imports, ...generated.flatMap(importsOf)];
    for (const one of all) edges.set(one.file, [...(edges.get(one.file) ?? []), one]);
    const circles: string[] = [];
    const state = new Map<string, 'open' | 'done'>();
    const path: Import[] = [];
    const visit = (file: string): void => {
      state.set(file, 'open');
      for (const one of edges.get(file) ?? []) {
        if (one.target === undefined) continue;
        path.push(one);
        if (state.get(one.target) === 'open') {
          circles.push(
            path
              .slice(path.findIndex((step) => step.file === one.target))
              .map(show)
              .join('\n'),
          );
        } else if (!state.has(one.target)) visit(one.target);
        path.pop();
      }
      state.set(file, 'done');
    };
    for (const file of [...files, ...generated]) if (!state.has(file)) visit(file);
    expect(circles, 'move what both files need into a third, which imports neither').toEqual([]);
  });
});

/** Folders of test/ that are about the whole, and not about a folder of src/. */
const aboutTheWhole = new Set([
  'ci',
  'docs',
  'fixtures',
  'live',
  'package',
  'reference',
  'renovate',
  'research',
  'scripts',
  'support',
  'types',
  'vectors',
]);

describe('the folders of test/', () => {
  const tests = sourcesIn('test', true).filter((file) => file.endsWith('.test.ts'));

  it('mirror those of src/', () => {
    const strangers = tests.filter((file) => {
      const folder = dirname(file).slice('test'.length);
      const isWhole = folder === '' || aboutTheWhole.has(folder.split('/')[1] ?? '');
      return !isWhole && !existsSync(join(root, 'src', folder));
    });
    expect(strangers, 'move these to the folder of test/ with the name of the folder of src/ that they test').toEqual(
      [],
    );
  });

  it('have the tests, and src/ has none', () => {
    expect(tests.length).toBeGreaterThan(100);
    expect(
      sourcesIn('src', true).filter((file) => file.endsWith('.test.ts')),
      'move these to the same folder of test/',
    ).toEqual([]);
  });
});
