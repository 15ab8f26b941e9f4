import type { Construct } from 'constructs';
import { Kustomization as Generated, type KustomizationSpec } from '../../imports/kustomize.toolkit.fluxcd.io.js';
import { FLUX_NAMESPACE } from '../contract/contract.js';
import { diagnose } from '../diagnostics/index.js';
import { reportProblem } from './addon-scope.js';
import { exclusiveFields } from './diagnostics.js';
import { type Defaulted, type Health, kustomizationDefaults, type Rest } from './kustomization-settings.js';
import type { Manifest } from './manifest.js';
import type { NamespacedProps } from './object-props.js';
import type { ObjectRef } from './reference.js';
import { splitProps } from './split-props.js';

const { wait, ...always } = kustomizationDefaults;

type Spec = KustomizationSpec;
type SourceObject = Manifest | Exclude<Spec['sourceRef'], ObjectRef>;
type Dependency = Kustomization | Exclude<NonNullable<Spec['dependsOn']>[number], ObjectRef>;

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
export class Kustomization extends Generated {
  constructor(scope: Construct, id: string, props: KustomizationProps) {
    const { object, spec } = splitProps(props);
    const { sourceRef, dependsOn, ...others } = spec;
    // The compiler's message is no value.
    const rest = others as Omit<typeof others, 'healthChecks'> & Pick<Spec, 'healthChecks'>;
    super(scope, id, {
      namespace: FLUX_NAMESPACE,
      ...object,
      spec: {
        ...always,
        ...(rest.healthChecks === undefined ? { wait } : {}),
        ...rest,
        sourceRef: sourceRef as Spec['sourceRef'],
        ...(dependsOn === undefined || dependsOn.length === 0 ? {} : { dependsOn }),
      },
    });
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
