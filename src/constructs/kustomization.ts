import type { Construct } from 'constructs';
import type { KustomizationSpec } from '../../imports/kustomize.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem } from './addon-scope.js';
import type { ApiInput } from './api-input.js';
import { exclusiveFields } from './diagnostics.js';
import type { Duration } from './duration.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { type ExternalMark, isConstructRef } from './reference.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<KustomizationSpec>;

/** `wait` looks at every applied object and so makes `healthChecks` void: one or the other. */
type Health =
  | {
      /** Ready means that every applied object is ready. @default true */
      readonly wait?: boolean;
      readonly healthChecks?: never;
    }
  | { readonly wait?: false; readonly healthChecks: NonNullable<Spec['healthChecks']> };

interface Defaulted {
  /** @default '10m' */
  readonly interval?: Duration;
  /** How soon a failed run is tried again. @default '1m' */
  readonly retryInterval?: Duration;
  /** How long `wait` and the health checks may take. @default '15m' */
  readonly timeout?: Duration;
  /** Deletes what is no longer in the folder. @default true */
  readonly prune?: boolean;
}

type Rest = Omit<
  Spec,
  'interval' | 'retryInterval' | 'timeout' | 'prune' | 'wait' | 'healthChecks' | 'sourceRef' | 'dependsOn'
>;

/** What an addon's Kustomization takes from the addon or the cluster's code; the rest of it is derived. */
export type KustomizationSettings = Defaulted &
  Health &
  Partial<Omit<Rest, 'path' | 'targetNamespace' | 'namePrefix' | 'nameSuffix' | 'postBuild'>>;

/** The fields of {@link KustomizationSettings}, for those who reach it without types. */
export const kustomizationSettingNames: readonly string[] = Object.keys({
  buildMetadata: true,
  commonMetadata: true,
  components: true,
  decryption: true,
  deletionPolicy: true,
  force: true,
  healthCheckExprs: true,
  healthChecks: true,
  ignore: true,
  ignoreMissingComponents: true,
  images: true,
  interval: true,
  kubeConfig: true,
  patches: true,
  prune: true,
  retryInterval: true,
  serviceAccountName: true,
  suspend: true,
  timeout: true,
  wait: true,
} satisfies Record<keyof KustomizationSettings, true>);

type SourceObject = Manifest | (Spec['sourceRef'] & ExternalMark);
type Dependency = Kustomization | NonNullable<Spec['dependsOn']>[number];

/** https://fluxcd.io/flux/components/kustomize/kustomizations/ */
export type KustomizationProps = NamespacedProps &
  Defaulted &
  Health &
  Rest & {
    /** The source that holds the folder: its construct, or a reference. */
    readonly sourceRef: SourceObject;
    readonly dependsOn?: readonly Dependency[];
  };

/** Flux's Kustomization: the object that reconciles one folder. It lives in `flux-system` unless it says otherwise. */
export class Kustomization extends Manifest {
  static readonly kind = {
    apiVersion: 'kustomize.toolkit.fluxcd.io/v1',
    kind: 'Kustomization',
    scope: 'Namespaced',
  } as const;

  constructor(scope: Construct, id: string, props: KustomizationProps) {
    const { object, spec } = splitProps(props);
    const { sourceRef, dependsOn, ...rest } = spec;
    const { external = false, ...source } = isConstructRef(sourceRef) ? {} : (sourceRef as ExternalMark);
    super(
      scope,
      id,
      Kustomization.kind,
      { namespace: FLUX_NAMESPACE, ...object },
      {
        spec: {
          interval: '10m',
          retryInterval: '1m',
          timeout: '15m',
          prune: true,
          ...(rest.healthChecks === undefined ? { wait: true } : {}),
          ...rest,
          sourceRef: isConstructRef(sourceRef)
            ? { kind: sourceRef.kind, name: sourceRef.name, namespace: sourceRef.metadata.namespace }
            : source,
          ...(dependsOn === undefined || dependsOn.length === 0
            ? {}
            : {
                dependsOn: dependsOn.map((one) =>
                  isConstructRef(one) ? { name: one.name, namespace: one.metadata.namespace } : one,
                ),
              }),
        },
      },
      external ? [{ path: 'spec.sourceRef', external }] : [],
    );
    if (rest.healthChecks !== undefined && (rest.wait as unknown) === true) {
      reportProblem(
        this,
        diagnose(exclusiveFields, {
          message: 'a Kustomization has both `wait: true` and `healthChecks`, and Flux then ignores the checks',
          at: { object: `Kustomization/${this.name}`, path: 'spec.healthChecks' },
          fix: 'give one of the two',
        }),
      );
    }
  }
}
