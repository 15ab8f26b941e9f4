import { ApiObject } from 'cdk8s';
import type { Construct } from 'constructs';
import { ConfigMap } from '../constructs/config-map.js';
import { type DescribedInput, FLUX_NAMESPACE, WATCH_LABEL } from '../contract/index.js';
import { type Diagnostic, diagnose, suggest } from '../diagnostics/index.js';
import { outputNotWritten } from './diagnostics.js';

type Kind = 'ConfigMap' | 'Secret';

/** One output of an addon, and the object that has it in the cluster. */
export interface ProducedOutput {
  readonly key: string;
  readonly input: DescribedInput;
  readonly kind: Kind;
  readonly namespace: string;
  readonly name: string;
  /** Whether the object must be there before: the addon makes it empty, and the producer fills it. */
  readonly isMadeEmpty: boolean;
  /** `build` didn't use `outputs` for it: an object may write it all the same, as its own fields say. */
  readonly isByHand?: true;
}

/** How tofu-controller, or whatever has this form, is asked for a Secret. */
export interface OutputSecret<X extends string = string> {
  /** Of the Secret. @default - `<addon>-outputs` */
  readonly name?: string;
  /** The producer's own names, where they differ: `{ queue_name: 'name' }`. */
  readonly from?: { readonly [K in X]?: string };
}

/** What an addon's `build` gives the objects that produce its outputs. Each method also says where the outputs are. */
export interface Outputs<X extends string = string> {
  /** For `spec.writeOutputsToSecret` of tofu-controller's Terraform: all outputs, in one Secret that Flux watches. */
  secret(options?: OutputSecret<X>): {
    readonly name: string;
    readonly outputs: string[];
    readonly labels: { [name: string]: string };
  };
  /** For an entry of `operatorSpec.configMaps` of Azure Service Operator: one output, in a ConfigMap that the operator makes. */
  inConfigMap(output: X, name?: string): { readonly name: string; readonly key: string };
  /** The same for `operatorSpec.secrets`. */
  inSecret(output: X, name?: string): { readonly name: string; readonly key: string };
  /**
   * For `spec.to` of a FieldExport of AWS Controllers for Kubernetes: one output. The object must be there before, so the
   * addon makes it, empty and with the label by which Flux watches it.
   */
  fieldExport(
    output: X,
    kind?: 'configmap' | 'secret',
    name?: string,
  ): {
    readonly kind: 'configmap' | 'secret';
    readonly name: string;
    readonly key: string;
  };
  /** For `spec.target` of an ExternalSecret, such as one that reads a generator: all outputs, in one Secret that Flux watches. */
  target(name?: string): {
    readonly name: string;
    readonly template: { readonly metadata: { readonly labels: { [name: string]: string } } };
  };
  /** For `writeConnectionSecretToRef` of Crossplane's cluster-scoped managed resources, and whatever else names a Secret: all outputs. */
  secretRef(name?: string): { readonly name: string; readonly namespace: string };
  /**
   * The same where the Secret is always next to the object: for `writeConnectionSecretToRef` of Crossplane 2's managed
   * resources (API groups `*.m.upbound.io`, `*.m.crossplane.io`) and of claims.
   */
  localSecretRef(name?: string): { readonly name: string };
  /** For what writes the object whole (a composition, a Job): its `metadata`, with the label by which Flux watches it. */
  metadata(
    kind: Kind,
    name?: string,
  ): { readonly name: string; readonly namespace: string; readonly labels: { [name: string]: string } };
}

/** The outputs of one addon while its `build` runs. */
export interface OpenOutputs {
  readonly outputs: Outputs;
  /** Where each output is, once `build` has run. */
  close(): readonly ProducedOutput[];
}

export const openOutputs = (
  addon: string,
  namespace: string | undefined,
  declared: ReadonlyMap<string, DescribedInput>,
  root: Construct,
  report: (problem: Diagnostic) => void,
): OpenOutputs => {
  const home = namespace ?? FLUX_NAMESPACE;
  const placed = new Map<string, ProducedOutput>();
  const empty = new Set<string>();
  const ownName = `${addon}-outputs`;
  const labels = (): { [name: string]: string } => ({ ...WATCH_LABEL });
  const place = (key: string, kind: Kind, name: string, isMadeEmpty = false): void => {
    const input = declared.get(key);
    if (input === undefined) {
      report(
        diagnose(outputNotWritten, {
          message: `\`build\` of addon "${addon}" writes the output "${key}", which it does not declare`,
          at: { path: 'build' },
          fix: `declare it in \`outputs\`; ${suggest(key, declared.keys())}`,
        }),
      );
      return;
    }
    const before = placed.get(key);
    if (before !== undefined && (before.kind !== kind || before.name !== name)) {
      report(
        diagnose(outputNotWritten, {
          message: `the output "${key}" of addon "${addon}" is written twice, to ${before.kind} "${before.name}" and to ${kind} "${name}"`,
          at: { path: 'build' },
          fix: 'let one object have it',
        }),
      );
      return;
    }
    placed.set(key, { key, input, kind, namespace: home, name, isMadeEmpty });
  };
  const placeRest = (kind: Kind, name: string): void => {
    for (const key of declared.keys()) if (!placed.has(key)) place(key, kind, name);
  };
  const makeEmpty = (kind: Kind, name: string): void => {
    if (empty.has(`${kind}/${name}`)) return;
    empty.add(`${kind}/${name}`);
    const id = `fluxspan: outputs in ${kind} ${name}`;
    if (kind === 'ConfigMap') new ConfigMap(root, id, { name, labels: WATCH_LABEL });
    else new ApiObject(root, id, { apiVersion: 'v1', kind: 'Secret', metadata: { name, labels: WATCH_LABEL } });
  };
  const outputs: Outputs = {
    secret: ({ name = ownName, from = {} } = {}) => {
      const names: Readonly<Record<string, string | undefined>> = from;
      for (const key of Object.keys(names)) if (!declared.has(key)) place(key, 'Secret', name);
      placeRest('Secret', name);
      const here = [...placed.values()].filter((one) => one.kind === 'Secret' && one.name === name);
      return {
        name,
        // tofu-controller writes them back to the object in this order; Flux would change another one again.
        outputs: here.map(({ key }) => (names[key] === undefined ? key : `${names[key]}:${key}`)).sort(),
        labels: labels(),
      };
    },
    inConfigMap: (key, name = ownName) => {
      place(key, 'ConfigMap', name);
      return { name, key };
    },
    inSecret: (key, name = ownName) => {
      place(key, 'Secret', name);
      return { name, key };
    },
    fieldExport: (key, kind = 'configmap', name = ownName) => {
      // https://aws-controllers-k8s.github.io/community/docs/user-docs/field-export/
      if (declared.get(key)?.schema.type === 'number') {
        report(
          diagnose(outputNotWritten, {
            message: `the output "${key}" of addon "${addon}" is a number with a fraction, and a FieldExport writes text, booleans and whole numbers`,
            at: { path: `outputs.${key}` },
            fix: 'declare z.int(), or text if the field is text',
          }),
        );
      }
      const made = kind === 'secret' ? 'Secret' : 'ConfigMap';
      place(key, made, name, true);
      makeEmpty(made, name);
      return { kind, name, key };
    },
    target: (name = ownName) => {
      placeRest('Secret', name);
      return { name, template: { metadata: { labels: labels() } } };
    },
    secretRef: (name = ownName) => {
      placeRest('Secret', name);
      return { name, namespace: home };
    },
    localSecretRef: (name = ownName) => {
      placeRest('Secret', name);
      return { name };
    },
    metadata: (kind, name = ownName) => {
      placeRest(kind, name);
      return { name, namespace: home, labels: labels() };
    },
  };
  return {
    outputs,
    close: () => {
      // A reader still gets a name, and hears of the missing place once.
      for (const [key, input] of declared) {
        if (!placed.has(key))
          placed.set(key, {
            key,
            input,
            kind: 'Secret',
            namespace: home,
            name: ownName,
            isMadeEmpty: false,
            isByHand: true,
          });
      }
      return [...placed.values()];
    },
  };
};
