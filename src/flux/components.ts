import { controllers } from '../knowledge/flux/controllers.js';

export const components = controllers;
/** The name of a controller of Flux, and of its Deployment. */
export type Component = (typeof components)[number];

/** What `flux bootstrap` and the Flux Operator install unless they are told otherwise. */
export const defaultComponents: readonly Component[] = components.slice(0, 4);

/** Those without which no cluster reconciles what fluxspan writes. */
export const requiredComponents = ['source-controller', 'kustomize-controller'] as const satisfies readonly Component[];

const kindsOf: Readonly<Record<Component, readonly string[]>> = {
  'source-controller': ['GitRepository', 'OCIRepository', 'HelmRepository', 'HelmChart', 'Bucket'].map(
    (kind) => `source.toolkit.fluxcd.io/${kind}`,
  ),
  'kustomize-controller': ['kustomize.toolkit.fluxcd.io/Kustomization'],
  'helm-controller': ['helm.toolkit.fluxcd.io/HelmRelease'],
  'notification-controller': ['Alert', 'Provider', 'Receiver'].map((kind) => `notification.toolkit.fluxcd.io/${kind}`),
  'image-reflector-controller': ['image.toolkit.fluxcd.io/ImagePolicy', 'image.toolkit.fluxcd.io/ImageRepository'],
  'image-automation-controller': ['image.toolkit.fluxcd.io/ImageUpdateAutomation'],
  'source-watcher': ['source.extensions.fluxcd.io/ArtifactGenerator'],
};

const byKind: ReadonlyMap<string, Component> = new Map(
  components.flatMap((component) => kindsOf[component].map((kind) => [kind, component] as const)),
);

/** The controller that reconciles a kind; `undefined`: none of Flux's own. */
export const componentOf = (group: string, kind: string): Component | undefined => byKind.get(`${group}/${kind}`);

/** The kinds that a controller reconciles, without their groups. */
export const kindsOfComponent = (component: Component): readonly string[] =>
  kindsOf[component].map((kind) => kind.slice(kind.indexOf('/') + 1));
