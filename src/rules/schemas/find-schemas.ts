import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import { schemaFile } from '../../compile/diagnostics.js';
import { type Diagnostic, diagnose } from '../../diagnostics/index.js';
import type { KindSchemas } from '../../schema/package-schemas.js';
import { type CrdSchemas, readCrd } from '../../schema/read-crd.js';
import { openSchemaChecker, type SchemaChecker } from '../../schema/schema-checker.js';
import { placeIn } from '../context/place-in.js';
import type { RuleState } from '../context/rule-state.js';
import { stateOfCluster } from '../context/state-of-cluster.js';
import { type ChartSchemas, openChartSchemas } from './chart-schemas.js';
import { type CleanKeys, openCleanKeys } from './clean-objects.js';
import { fillExamples } from './fill-examples.js';

/** The schemas of the kinds in one cluster. */
export interface FoundSchemas {
  /** Looks in the CRDs of the cluster itself, then in the app's files. */
  findOwn(group: string, kind: string): KindSchemas | undefined;
  /** Looks in the user's own CRDs, then in the package, which loads a file for each group. */
  find(group: string, kind: string): KindSchemas | undefined;
  /** The kinds of a group that CRDs of the tree define. */
  kindsInTree(group: string): readonly string[];
  /** Problems of the user's own CRDs, as far as objects needed them. */
  problems(): readonly Diagnostic[];
}

/** The schemas of a run; what one cluster or check loads, the next one reuses. */
export interface RunSchemas {
  readonly checker: SchemaChecker;
  readonly keys: CleanKeys;
  readonly ofChart: ChartSchemas;
  /** The schemas of a cluster; each CRD is read when the first object of its kind needs it. */
  of(cluster: CompiledCluster | RuleState): FoundSchemas;
}

export const openSchemas = (): RunSchemas => {
  const checker = openSchemaChecker();
  const found = new WeakMap<CompiledCluster | RuleState, FoundSchemas>();
  return {
    checker,
    keys: openCleanKeys(),
    ofChart: openChartSchemas(),
    of: (cluster) => {
      const schemas =
        found.get(cluster) ?? findSchemas('units' in cluster ? cluster : stateOfCluster(cluster), checker);
      found.set(cluster, schemas);
      return schemas;
    },
  };
};

const asKind = (crd: CrdSchemas | undefined): KindSchemas | undefined =>
  crd === undefined ? undefined : { versions: crd.versions, own: false, vetted: false };

const findSchemas = ({ units, ownKinds: files }: RuleState, { known }: SchemaChecker): FoundSchemas => {
  const problems: Diagnostic[] = [];
  const unread = new Map<string, () => CrdSchemas | undefined>();
  const kindsOf = new Map<string, string[]>();
  for (const unit of units) {
    for (const object of unit.objects) {
      if (object.kind !== 'CustomResourceDefinition') continue;
      const { group, names } = (object.json['spec'] ?? {}) as { group?: unknown; names?: { kind?: unknown } };
      kindsOf.set(String(group), [...(kindsOf.get(String(group)) ?? []), String(names?.kind)]);
      unread.set(`${String(group)}/${String(names?.kind)}`, () => {
        const crd = readCrd(fillExamples(object, unit).value);
        if (typeof crd !== 'string') return crd;
        problems.push(
          diagnose(schemaFile, {
            message: `${object.title} ${crd}, so no object is checked by it`,
            at: placeIn(object),
            fix: 'fix it: the API server refuses it too',
          }),
        );
        return undefined;
      });
    }
  }
  const read = new Map<string, CrdSchemas | undefined>();
  const inTree = (key: string): CrdSchemas | undefined => {
    const crd = unread.get(key);
    if (crd === undefined) return undefined;
    if (!read.has(key)) read.set(key, crd());
    return read.get(key);
  };
  const findOwn = (group: string, kind: string) => asKind(inTree(`${group}/${kind}`) ?? files.find(group, kind));
  return {
    findOwn,
    find: (group, kind) => findOwn(group, kind) ?? known.find(group, kind),
    kindsInTree: (group) => kindsOf.get(group) ?? [],
    problems: () => [...problems, ...files.problems()],
  };
};
