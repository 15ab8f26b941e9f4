import type { FluxRoot } from './flux-roots.js';

const KNOWN = ['2.7', '2.8', '2.9'];

const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** A name in code: `eu-west` is `euWest`. */
const identifier = (name: string): string => {
  const camel = name.replace(/-+(.)/g, (_, next: string) => next.toUpperCase());
  return /^[a-z]/.test(camel) && camel !== 'app' && camel !== 'default' ? camel : `cluster${camel}`;
};

/** The version of Flux that a cluster may say, and why it isn't the one that was found. */
const fluxOf = ({ flux }: FluxRoot): { readonly version: string; readonly note: string } => {
  if (flux === undefined) return { version: '2.9', note: ' // set it to the Flux that runs there' };
  if (KNOWN.includes(flux)) return { version: flux, note: '' };
  const nearest = Number(flux.split('.')[1]) < 7 ? '2.7' : '2.9';
  return { version: nearest, note: ` // Flux ${flux} runs there; fluxspan writes for ${KNOWN[0]} to ${KNOWN.at(-1)}` };
};

const clusterOf = (root: FluxRoot, defaultBranch: string | undefined): string => {
  const { version, note } = fluxOf(root);
  const base = root.branch !== undefined && defaultBranch !== undefined && root.branch !== defaultBranch;
  return [
    `/** Flux reads ${root.path === '' ? 'the whole repository' : `${root.path}`}, see ${root.file}. */`,
    `export const ${identifier(root.name)} = new FluxCluster(app, ${quote(root.name)}, {`,
    `  flux: ${quote(version)},${note}`,
    ...(root.path === '' ? [`  path: ${quote(`clusters/${root.name}`)},`] : [`  path: ${quote(root.path)},`]),
    ...(base ? [`  base: ${quote(`origin/${root.branch}`)},`] : []),
    '});',
  ].join('\n');
};

/**
 * The module of a repository that Flux reads already: its clusters, each where its Flux reads it, and no addon yet.
 *
 * @param defaultBranch which the app compares with without `base`
 */
export const printExistingApp = (roots: readonly FluxRoot[], defaultBranch: string | undefined): string => {
  const { kind, name } = roots[0]!.source;
  const isDefault = kind === 'GitRepository' && name === 'flux-system';
  const source = isDefault ? '' : `{ source: { kind: ${quote(kind)}, name: ${quote(name)} } }`;
  return `import { FluxApp, FluxCluster } from 'fluxspan';

const app = new FluxApp(${source});

${roots.map((root) => clusterOf(root, defaultBranch)).join('\n\n')}

export default app;
`;
};
