/** The Deployments of Flux's controllers: https://fluxcd.io/flux/components/ */
export const controllers = [
  'source-controller',
  'kustomize-controller',
  'helm-controller',
  'notification-controller',
  'image-reflector-controller',
  'image-automation-controller',
  'source-watcher',
] as const;
