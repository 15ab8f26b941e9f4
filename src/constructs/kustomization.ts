import type { Construct } from 'constructs';
import type { KustomizationSpec } from '../../imports/kustomize.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem } from './addon-scope.js';
import type { ApiInput } from './api-input.js';
import { exclusiveFields } from './diagnostics.js';
import type { Defaulted, Health, Rest } from './kustomization-settings.js';
import { Manifest, type NamespacedProps } from './manifest.js';
import { type ExternalMark, isConstructRef } from './reference.js';
import { splitProps } from './split-props.js';

type Spec = ApiInput<KustomizationSpec>;
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
