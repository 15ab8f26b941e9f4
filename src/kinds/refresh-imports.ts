import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ClosedMaps } from '../charts/closed-maps.js';
import { importChart } from '../charts/import-chart.js';
import type { ImportProblem } from '../charts/import-problem.js';
import type { Json } from '../json/json-value.js';
import { parseYaml } from '../yaml/parse-yaml.js';
import type { TypeFacts } from './crd-kind.js';
import { importCrds } from './import-crds.js';
import { type AstOf, importSchemas, type KubernetesSchemas } from './import-schemas.js';
import { kubernetesKinds } from './kubernetes-kinds.js';
import { type NativeAstOf, withKubernetesRules } from './kubernetes-rules.js';

interface Sources {
  readonly crds?: readonly {
    readonly file: string;
    readonly upstream: string;
    readonly version: string;
    /** Names of fields that hold a duration, though their schema has no pattern that says so. @default - none */
    readonly durations?: readonly string[];
    /** Values that another controller adds to an enum of these CRDs, by the last value of the enum. @default - none */
    readonly widened?: Readonly<Record<string, readonly string[]>>;
  }[];
  readonly charts?: readonly {
    /** The folder below `schemas/charts`, and the name of the module. */
    readonly name: string;
    readonly url: string;
    /** @default - the name */
    readonly chart?: string;
    readonly version: string;
    readonly subcharts?: readonly string[];
    /** The file is written by hand, and has no defaults below the maps that it leaves open. @default - the chart's own file */
    readonly keys?: 'ours';
    /** Maps that the templates pass on whole, with the keys that they take beside those known. @default - none */
    readonly closed?: ClosedMaps;
  }[];
  /** The file below `schemas/kubernetes` with the kinds of an API server of this version. */
  readonly kubernetes?: {
    readonly file: string;
    readonly version: string;
    /** The files below `schemas/kubernetes/rules` with what Kubernetes checks in Go. @default - none */
    readonly rules?: readonly string[];
  };
}

export interface RefreshedImports {
  /** The files that differed, in order, relative to `imports/`. */
  readonly stale: readonly string[];
  readonly problems: readonly ImportProblem[];
}

/** What the caller gives, since this folder imports from few others. */
export interface ImportFacts {
  /** By `group/Kind`, where objects name others. */
  readonly naming: TypeFacts['naming'];
  /** Of Kubernetes' own kinds. */
  readonly isClusterScoped: (group: string, kind: string) => boolean;
  readonly astOf: AstOf;
  readonly nativeAstOf: NativeAstOf;
}

const widen = (text: string, widened: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(widened).reduce(
    (wide, [last, more]) =>
      wide.replaceAll(new RegExp(`^( *- )${last}\\n`, 'gm'), (line, start: string) =>
        [line, ...more.map((value) => `${start}${value}\n`)].join(''),
      ),
    text,
  );

/** Every generated file below `imports/`: relative path to text. */
const planImports = async (
  root: string,
  { astOf, nativeAstOf, naming, isClusterScoped }: ImportFacts,
): Promise<{ files: Map<string, string>; problems: ImportProblem[] }> => {
  const sources = parseYaml(await readFile(join(root, 'schemas', 'sources.yaml'), 'utf8')) as Sources;
  const crdFiles = await Promise.all(
    (sources.crds ?? []).map(async ({ file, upstream, version, durations = [], widened = {} }) => ({
      durations,
      text: widen(await readFile(join(root, 'schemas', 'crds', file), 'utf8'), widened),
      label: `schemas/crds/${file}`,
      version: `${upstream} ${version}`,
    })),
  );
  const kubernetes =
    sources.kubernetes &&
    (JSON.parse(
      await readFile(join(root, 'schemas', 'kubernetes', sources.kubernetes.file), 'utf8'),
    ) as KubernetesSchemas);
  const own = kubernetes && {
    kinds: kubernetesKinds(kubernetes, isClusterScoped),
    label: `schemas/kubernetes/${sources.kubernetes!.file}`,
    version: `kubernetes ${sources.kubernetes!.version}`,
  };
  const crds = importCrds(crdFiles, own, naming);
  const files = new Map<string, string>();
  const problems: ImportProblem[] = [...crds.problems];
  for (const { name, url, chart, version, subcharts, closed } of sources.charts ?? []) {
    const folder = join(root, 'schemas', 'charts', name);
    const origin = chart === undefined ? url : `${url} ${chart}`;
    const reads = await readReadsFile(folder);
    const imported = await importChart(folder, { name, version, origin, subcharts, closed, reads });
    for (const [path, text] of imported.files) files.set(`charts/${path}`, text);
    for (const problem of imported.problems) problems.push({ ...problem, at: `schemas/charts/${name}/${problem.at}` });
  }
  for (const [path, text] of crds.modules) files.set(path, text);
  const ruleFiles = await Promise.all(
    (sources.kubernetes?.rules ?? []).map(async (file) => {
      const label = `schemas/kubernetes/rules/${file}`;
      return [label, await readFile(join(root, label), 'utf8')] as const;
    }),
  );
  const ruled = kubernetes && withKubernetesRules(kubernetes, new Map(ruleFiles), nativeAstOf);
  problems.push(...(ruled?.problems ?? []));
  const schemas = importSchemas(new Map(crdFiles.map(({ label, text }) => [label, text])), ruled?.kubernetes, astOf);
  for (const [path, text] of schemas.files) files.set(`schemas/${path}`, text);
  problems.push(...schemas.problems);
  return { files, problems };
};

/** What the chart's templates read; undefined where that isn't kept. */
const readReadsFile = async (folder: string): Promise<Json | undefined> => {
  try {
    return JSON.parse(await readFile(join(folder, 'reads.json'), 'utf8')) as Json;
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
};

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

const listFiles = async (folder: string): Promise<readonly string[]> => {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll('\\', '/'),
      );
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
};

/**
 * Generates `imports/` from `schemas/`. The folder holds generated files and nothing else: others are removed.
 *
 * @param root the project's folder
 * @param options.check writes nothing
 */
export const refreshImports = async (
  root: string,
  options: { readonly check: boolean } & ImportFacts,
): Promise<RefreshedImports> => {
  const folder = join(root, 'imports');
  const { files: planned, problems } = await planImports(root, options);
  const stale: string[] = [];
  for (const [path, text] of planned) {
    const there = await readFile(join(folder, path), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    // A checkout with CRLF is the same file.
    if (there?.replaceAll('\r\n', '\n') === text) continue;
    stale.push(path);
    if (options.check) continue;
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  for (const path of await listFiles(folder)) {
    if (planned.has(path)) continue;
    stale.push(path);
    if (!options.check) await rm(join(folder, path));
  }
  return { stale: stale.sort(), problems };
};
