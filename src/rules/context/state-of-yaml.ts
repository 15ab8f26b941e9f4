import { posix } from 'node:path';
import { groupOf } from '../../constructs/reference.js';
import { ROOT_OWNER } from '../../contract/index.js';
import { fieldsOf } from '../../json/as-shape.js';
import type { RuleState } from './rule-state.js';
import { specOf } from './state-index.js';
import { isKustomization, type KustomizationDraft, keyOf, NO_VARS, stateOfDrafts, varsOf } from './state-of-drafts.js';
import type { BuiltFolder, FileObject } from './yaml-folders.js';

/** A cluster that no code declares: folders of a repository. */
export interface YamlCluster
  extends Pick<RuleState, 'name' | 'kubernetes' | 'flux' | 'fluxSettings'>,
    Partial<Pick<RuleState, 'lockdown' | 'source'>> {
  /** The folder that Flux's root reads: `clusters/prod`. */
  readonly root: string;
  /** What Flux builds from a folder of the repository: {@link openYamlFolders}. */
  readonly build: (folder: string) => BuiltFolder;
}

const FLUX_SOURCE: RuleState['source'] = { kind: 'GitRepository', name: 'flux-system', namespace: 'flux-system' };

/** Reads the Kustomizations that Flux's root applies, to any depth, each with the objects of its folder. */
export const stateOfYaml = ({
  build,
  root,
  lockdown = false,
  source = FLUX_SOURCE,
  ...rest
}: YamlCluster): RuleState => {
  const drafts = new Map<string, KustomizationDraft>();
  drafts.set(ROOT_OWNER, draftRoot(build(folderOf(root)), source));
  for (const parent of drafts.values()) {
    for (const one of parent.built.objects) {
      const key = keyOf(one, parent);
      if (!isKustomization(one) || drafts.has(key)) continue;
      const spec = specOf(one);
      const isElsewhere = !isSource(fieldsOf(spec['sourceRef']), key, source);
      const built = isElsewhere ? { objects: [], isPartial: false } : build(folderOf(spec['path']));
      drafts.set(key, { key, kustomization: one, parent, isElsewhere, built, known: varsOf(spec) });
    }
  }
  return stateOfDrafts(drafts, { ...rest, lockdown, source });
};

/** `flux bootstrap` puts the root's own Kustomization into its folder, with its source, and applies both first. */
const draftRoot = (built: BuiltFolder, { kind, name, namespace }: RuleState['source']): KustomizationDraft => {
  const root: KustomizationDraft = { key: ROOT_OWNER, isElsewhere: false, built, known: NO_VARS };
  const own = built.objects.find((one) => isKustomization(one) && keyOf(one, root) === ROOT_OWNER);
  const source = built.objects.find(
    (one) => one.json['kind'] === kind && keyOf(one, root) === `${namespace}/${name}` && isOfSources(one),
  );
  return { ...root, source, ...(own === undefined ? {} : { kustomization: own, known: varsOf(specOf(own)) }) };
};

const folderOf = (path: unknown): string =>
  posix.join('.', typeof path === 'string' ? path : '.').replace(/(?<=.)\/$/, '');

const isOfSources = ({ json }: FileObject): boolean => groupOf(String(json['apiVersion'])) === SOURCE_GROUP;

const SOURCE_GROUP = 'source.toolkit.fluxcd.io';

const isSource = (ref: Readonly<Record<string, unknown>>, key: string, source: RuleState['source']): boolean =>
  ref['kind'] === source.kind &&
  ref['name'] === source.name &&
  (ref['namespace'] ?? key.slice(0, key.indexOf('/'))) === source.namespace;
