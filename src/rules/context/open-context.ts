import type { CompiledCluster } from '../../compile/compiled-cluster.js';
import type { AnyFluxCluster } from '../../declared/declared-cluster.js';
import { externalKey } from '../../declared/external-kustomization.js';
import type { JsonObject } from '../../json/json-value.js';
import type { Offer } from '../../tenants/offer/offer.js';
import { type Accounts, openAccounts } from '../accounts/accounts.js';
import { treeRbac } from '../accounts/tree-rbac.js';
import { findReferences, type References, type TargetName } from '../references/index.js';
import type { CheckContext } from '../rule.js';
import type { CleanObjects } from '../schemas/clean-objects.js';
import { openSchemas, type RunSchemas } from '../schemas/find-schemas.js';
import { type DataSources, findDataSources } from './data-sources.js';
import type { MadeObjects } from './made-objects.js';
import type { RuleState, StateObject } from './rule-state.js';
import { indexState, type StateIndex } from './state-index.js';
import { stateOfCluster } from './state-of-cluster.js';
import { withMadeObjects } from './with-made-objects.js';

/** A Kustomization that Flux's root patches. */
export interface AppliedByRoot {
  readonly json: JsonObject;
  /** Keys (`namespace/name`) of what it waits for: its dependencies, and their dependencies if others wrote them. */
  readonly waitsFor: ReadonlySet<string>;
  /** Where the root sets a field of its spec: `k8s/clusters/dev/kustomization.yaml:8`. */
  readonly placeOf: (field: string) => string | undefined;
}

export interface CheckOptions {
  /** Objects that already passed the schema check. */
  readonly clean?: CleanObjects | undefined;
  /** Whether files of others for the cluster have an object. @default - not known */
  readonly isKnown?: ((target: TargetName) => boolean) | undefined;
  /** A Kustomization as Flux's root applies it, with the root's patches. @default - as written */
  readonly asApplied?: ((object: StateObject) => AppliedByRoot | undefined) | undefined;
  /** What the platform offered a tenant in the base. @default - not known */
  readonly offerBefore?: ((cluster: AnyFluxCluster) => Offer | undefined) | undefined;
  /** @default - schemas that only this check reads */
  readonly schemas?: RunSchemas | undefined;
}

/** What the rules share about one cluster, including what its ResourceSets generate. */
export const openCheckContext = (of: CompiledCluster | RuleState, options: CheckOptions = {}): CheckContext => {
  const written = 'units' in of ? of : stateOfCluster(of);
  const { state, sets } = withMadeObjects(written);
  // Other users of the declared cluster's schemas share what this reads.
  return openContext(state, sets, state === written ? (written.declared ?? written) : state, options);
};

/**
 * The context of the tree alone, without what ResourceSets generate; `context` itself if they don't generate anything.
 */
export const openWrittenContext = (written: RuleState, options: CheckOptions, context: CheckContext): CheckContext =>
  context.state === written ? context : openContext(written, context.sets, written.declared ?? written, options);

/** Computes each part when the first rule asks for it. */
const openContext = (
  state: RuleState,
  sets: MadeObjects,
  of: CompiledCluster | RuleState,
  { clean, schemas = openSchemas(), isKnown }: CheckOptions,
): CheckContext => {
  let index: StateIndex | undefined;
  let dataSources: DataSources | undefined;
  let references: References | undefined;
  let accounts: Accounts | undefined;
  const rbac = treeRbac(state);
  return {
    state,
    sets,
    clean,
    schemas,
    get kinds() {
      return schemas.of(of);
    },
    get index() {
      index ??= indexState(state);
      return index;
    },
    get dataSources() {
      dataSources ??= findDataSources(state, this.index);
      return dataSources;
    },
    get references() {
      references ??= findReferences(state, this.index, this.dataSources, sets.open, rbac, isKnown);
      return references;
    },
    get accounts() {
      accounts ??= openAccounts(
        state,
        this.index,
        rbac,
        () => this.references,
        (group, kind) => schemas.checker.known.find(group, kind) !== undefined,
      );
      return accounts;
    },
  };
};

/** A state whose Kustomizations, and their order, are as Flux's root applies them. */
export const stateAsApplied = (state: RuleState, asApplied: NonNullable<CheckOptions['asApplied']>): RuleState => {
  const keys = new Map(state.units.map(({ name, key }) => [name, key]));
  return {
    ...state,
    units: state.units.map((unit) => {
      let { dependsOn } = unit;
      const entry = unit.entry.map((object) => {
        const found = asApplied(object);
        if (found === undefined) return object;
        const { waitsFor } = found;
        dependsOn = [
          ...[...keys].flatMap(([name, key]) => (waitsFor.has(key) ? name : [])),
          ...state.elsewhere.externals.map(externalKey).filter((key) => waitsFor.has(key)),
        ];
        return { ...object, json: found.json };
      });
      return { ...unit, dependsOn, entry };
    }),
  };
};
