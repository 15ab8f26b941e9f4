import { inspectionOf } from '../addon/inspect.js';
import {
  type Contract,
  closedObject,
  contractOfState,
  expectedWords,
  type JsonSchema,
  type Mismatch,
  type MismatchKind,
  mismatches,
  statesOf,
} from '../contract/index.js';
import type { AnyFluxCluster } from '../declared/declared-cluster.js';
import { type Diagnostic, diagnose } from '../diagnostics/index.js';
import { printPath } from '../json/json-path.js';
import { infraMismatch } from './diagnostics.js';
import { planContract } from './plan-contract.js';

/** What the addons of a cluster declare; no `build` is run. */
const wholeContract = (cluster: AnyFluxCluster): Contract => {
  const addons = cluster.stages.flatMap((stage) =>
    stage.addons.map((instance) => ({
      name: instance.name,
      instance,
      inputs: inspectionOf(instance).inputs,
      objects: [],
      // Who reads a ConfigMap is not part of the schema.
      kustomizationNamespace: '',
    })),
  );
  const nobodyReads = { vars: new Map(), values: new Map(), secrets: new Map() };
  // Conflicts between addons are the cluster's to report.
  return planContract(cluster, { addons, namespaces: [] }, nobodyReads, () => {});
};

const infraSchema = (contract: Contract): JsonSchema => {
  const schemas = <T>(entries: Readonly<Record<string, T>>, schemaOf: (entry: T) => JsonSchema) =>
    Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, schemaOf(entry)]));
  const vars = schemas(contract.vars, ({ schema }) => schema);
  const values = schemas(contract.values, ({ schema }) => schema);
  const owed = Object.fromEntries(Object.entries(contract.secrets).filter(([, one]) => one.managedBy === 'terraform'));
  const secrets = schemas(owed, ({ properties }) =>
    closedObject(
      schemas(properties, ({ schema }) => schema),
      Object.keys(properties),
    ),
  );
  return closedObject(
    {
      vars: closedObject(
        vars,
        Object.keys(vars).filter((name) => contract.vars[name]!.required),
      ),
      values: closedObject(values, Object.keys(values)),
      secrets: closedObject(secrets, Object.keys(secrets)),
    },
    ['vars', 'values', 'secrets'],
  );
};

const messages: Readonly<Record<MismatchKind, (path: string) => string>> = {
  required: (path) => `the infra lacks '${path}', which the contract of the cluster asks for`,
  'unknown-key': (path) => `the contract of the cluster has no '${path}'`,
  type: (path) => `the infra has something of another type at '${path}'`,
  'inexact-number': (path) => `the infra has a number at '${path}' that does not arrive as it is`,
  enum: (path) => `the infra has none of the allowed values at '${path}'`,
  bound: (path) => `the infra has a number out of bounds at '${path}'`,
  pattern: (path) => `the infra has text of another form at '${path}'`,
};

/**
 * What the types say of `defineInfra`, for those who reach it without: keys, types and enums. Patterns, which no type
 * knows, are looked at only if asked for: the text may be a placeholder of the tool that runs the program. Values are
 * never shown. With `state`, the infra is what that Terraform state supplies; `null` is the main one.
 */
export const infraProblems = (
  cluster: AnyFluxCluster,
  infra: unknown,
  { patterns = false, state }: { readonly patterns?: boolean; readonly state?: string | null | undefined } = {},
): readonly Diagnostic[] => {
  const whole = wholeContract(cluster);
  const states = statesOf(whole);
  if (typeof state === 'string' && !states.includes(state)) {
    return [
      diagnose(infraMismatch, {
        message: `the contract of the cluster asks nothing of a Terraform state "${state}"`,
        at: { cluster: cluster.name },
        fix: states.length === 0 ? 'leave out `state`' : `give one of ${states.join(', ')}; or null, for the main one`,
      }),
    ];
  }
  const contract = state === undefined ? whole : contractOfState(whole, state ?? undefined);
  return mismatches(infraSchema(contract), infra)
    .filter(({ kind }) => patterns || (kind !== 'pattern' && kind !== 'bound'))
    .map((mismatch) => {
      const path = printPath(mismatch.path);
      return diagnose(infraMismatch, {
        message: messages[mismatch.kind](path),
        at: { cluster: cluster.name, path },
        fix: fixOf(mismatch),
      });
    });
};

const fixOf = (mismatch: Mismatch): string => {
  const expected = expectedWords(mismatch);
  if (mismatch.kind !== 'unknown-key') return `give ${expected}`;
  return mismatch.known.length === 0 ? 'take it out' : `take it out; there is ${expected}`;
};
