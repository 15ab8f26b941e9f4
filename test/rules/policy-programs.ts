import { all, type Build, made } from './account-programs.js';

const ADMISSION = 'admissionregistration.k8s.io/v1';

/** What a policy may be asked about: by default, Services that are created or changed. */
export const rules = (resources: readonly string[] = ['services'], more: object = {}) => ({
  resourceRules: [
    {
      apiGroups: ['', 'apps', 'batch'],
      apiVersions: ['*'],
      operations: ['CREATE', 'UPDATE'],
      resources,
      ...more,
    },
  ],
});

/** A ValidatingAdmissionPolicy of this name, and its binding. */
export const policy = (name: string, spec: object, binding: object = {}): Build =>
  all(
    made(ADMISSION, 'ValidatingAdmissionPolicy', name, undefined, {
      spec: { failurePolicy: 'Fail', matchConstraints: rules(), ...spec },
    }),
    made(ADMISSION, 'ValidatingAdmissionPolicyBinding', name, undefined, {
      spec: { policyName: name, validationActions: ['Deny'], ...binding },
    }),
  );

export const noLoadBalancers = policy('no-lb', {
  validations: [{ expression: "object.spec.type != 'LoadBalancer'", message: 'tenants may not make load balancers' }],
});

export const service = (name: string, spec: object = {}, metadata: object = {}): Build =>
  made('v1', 'Service', name, undefined, {
    metadata: { name, ...metadata },
    spec: { ports: [{ name: 'http', port: 80 }], selector: { app: name }, ...spec },
  });

export const deployment = (name: string, containers: readonly object[] = [{ name: 'web', image: 'web:1' }]): Build => {
  const labels = { app: name };
  return made('apps/v1', 'Deployment', name, undefined, {
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: { containers } } },
  });
};

export const quota = (hard: object, more: object = {}): Build =>
  made('v1', 'ResourceQuota', 'bounds', undefined, { spec: { hard, ...more } });
