import { type FluxRoot, folderOf } from '../applied/flux-roots.js';
import { fluxVersions } from '../flux/flux-version.js';

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A name in code: `eu-west` is `euWest`. */
const identifier = (name: string): string => {
  const camel = name.replace(/-+(.)/g, (_, next: string) => next.toUpperCase());
  return /^[a-z]/.test(camel) && camel !== 'app' && camel !== 'default' ? camel : `cluster${camel}`;
};

const [oldest, newest] = [fluxVersions[0], fluxVersions.at(-1)!];

/** The version of Flux that a cluster may say, and why it isn't the one that was found. */
const fluxOf = ({ flux }: FluxRoot): { readonly version: string; readonly note: string } => {
  if (flux === undefined) return { version: newest, note: ' // set it to the Flux that runs there' };
  if (fluxVersions.some((version) => version === flux)) return { version: flux, note: '' };
  const isOlder = flux.localeCompare(oldest, 'en', { numeric: true }) < 0;
  return {
    version: isOlder ? oldest : newest,
    note: ` // Flux ${flux} runs there; fluxspan writes for ${oldest} to ${newest}`,
  };
};

const printSource = ({ kind, name, namespace }: FluxRoot['source']): string =>
  `{ kind: ${quote(kind)}, name: ${quote(name)}${namespace === 'flux-system' ? '' : `, namespace: ${quote(namespace)}`} }`;

/** What a person has to look at. */
const openOf = ({ open, source }: FluxRoot, ofApp: FluxRoot['source']): readonly string[] => {
  const own = printSource(source);
  return [
    ...(open === undefined ? [] : [open]),
    ...(own === printSource(ofApp) ? [] : [`its source is ${own}: it needs an app of its own`]),
  ].map((text) => `// Check this: ${text}.`);
};

/** What the code of a cluster has besides its place. */
export interface ClusterAddition {
  /** Lines of options. */
  readonly options: readonly string[];
  /** The calls behind it, such as `.stage('apps', [web()])`, each printed with the indent of its other lines. */
  readonly calls: readonly ((indent: number) => string)[];
  /** Lines of imports. */
  readonly imports: readonly string[];
}

const clusterOf = (
  root: FluxRoot,
  ofApp: FluxRoot['source'],
  defaultBranch: string | undefined,
  { options, calls }: Pick<ClusterAddition, 'options' | 'calls'>,
): string => {
  const { version, note } = fluxOf(root);
  const branch = root.branch ?? defaultBranch ?? 'main';
  return [
    ...openOf(root, ofApp),
    `/** Flux reads ${root.path === '' ? 'the whole repository, this new folder included' : root.path}${root.file === '' ? '' : `, see ${root.file}`}. */`,
    `export const ${identifier(root.name)} = new FluxCluster(app, ${quote(root.name)}, {`,
    `  flux: ${quote(version)},${note}`,
    `  path: ${quote(folderOf(root))},`,
    ...(root.hasReadme === true ? [`  readme: 'fluxspan.md', // beside the README.md of yours there`] : []),
    // What a cluster without it follows.
    ...(branch === 'main' ? [] : [`  base: ${quote(`origin/${branch}`)},`]),
    ...options.map((line) => `  ${line}`),
    closing(calls),
  ].join('\n');
};

/** As Biome puts it: one short call follows the cluster, several begin a line each. */
const closing = (calls: ClusterAddition['calls']): string => {
  const [only, second] = calls;
  if (only === undefined) return '});';
  return second === undefined ? `})${only(0)};` : `})\n${calls.map((call) => `  ${call(2)}`).join('\n')};`;
};

const NOTHING = { options: [], calls: [] } as const;

/**
 * The module of a repository that Flux reads already: its clusters, each where its Flux reads it, and no addon yet.
 *
 * @param defaultBranch which a Flux follows that doesn't say
 * @param additions what some clusters have, by their names
 */
export const printExistingApp = (
  roots: readonly FluxRoot[],
  defaultBranch: string | undefined,
  additions: ReadonlyMap<string, ClusterAddition> = new Map(),
): string => {
  const { source: ofApp } = roots[0]!;
  const isDefault = ofApp.kind === 'GitRepository' && ofApp.name === 'flux-system' && ofApp.namespace === 'flux-system';
  const source = isDefault ? '' : `{ source: ${printSource(ofApp)} }`;
  const imports = [...new Set([...additions.values()].flatMap((one) => one.imports))].sort();
  const clusters = roots.map((root) => clusterOf(root, ofApp, defaultBranch, additions.get(root.name) ?? NOTHING));
  return `import { FluxApp, FluxCluster } from 'fluxspan';
${imports.map((line) => `${line}\n`).join('')}
const app = new FluxApp(${source});

${clusters.join('\n\n')}

export default app;
`;
};
