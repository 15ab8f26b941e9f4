import { defineDiagnostic } from '../../diagnostics/define-diagnostic.js';

export const usesNamespace = defineDiagnostic({
  code: 'FX762',
  name: 'uses-namespace',
  severity: 'error',
  summary:
    'An addon reads as vars what another one writes in a namespace where the Kustomization of the reader does not live. Flux looks in no other.',
  page: {
    example: "queue has namespace: 'cloud', and uses: { queue } of an addon whose Kustomization is in flux-system",
    flux: 'substitute from \'Secret/queue-outputs\' error: secrets "queue-outputs" not found',
    right: "kustomization: { namespace: 'cloud' } of the reader, or namespace: 'flux-system' of the producer",
  },
});

export const outputNotRead = defineDiagnostic({
  code: 'FX763',
  name: 'output-not-read',
  severity: 'error',
  summary:
    'An addon uses another one and reads none of its outputs. As a notice: no addon of the cluster reads an output.',
  page: {
    example: 'uses: { queue }   // and `build` reads nothing of uses.queue',
    right: "data: { name: uses.queue.queue_name }, or requires: ['queue']",
  },
});

export const usesConflict = defineDiagnostic({
  code: 'FX764',
  name: 'uses-conflict',
  severity: 'error',
  summary:
    'A var of an addon has two sources: two addons that it uses, or one of them and its own inputs. Or it uses an addon that the cluster has under that name, but another one.',
  page: {
    example: 'uses: { orders, mails }   // and both have the output queue_name',
    right: 'outputs: { mail_queue_name: queueName() } in one of them',
  },
});

export const outputPlace = defineDiagnostic({
  code: 'FX765',
  name: 'output-place',
  severity: 'error',
  summary: 'Two writers have one ConfigMap or Secret of outputs: two addons, or a producer and the tree.',
  page: {
    example: "outputs.inConfigMap('host', 'db') and new ConfigMap(scope, 'db', { name: 'db', … })",
    flux: 'nothing: Azure Service Operator refuses an object that it does not own, and others overwrite it',
    right: 'let the producer make it',
  },
});

export const optionalOutput = defineDiagnostic({
  code: 'FX766',
  name: 'optional-output',
  severity: 'warning',
  summary:
    'A Kustomization reads outputs of another addon with `optional: true`. Before Flux 2.9, it then applies texts without the values until they are there. As a notice: Flux 2.9 fails all the same while a var has no value.',
  page: {
    example: "postBuild: { substituteFrom: [{ kind: 'Secret', name: 'queue-outputs', optional: true }] }",
    flux: 'variable not set (strict mode): "queue_name"; before Flux 2.9 nothing, and the value is missing from the text',
    right: 'uses: { queue }, without optional: Flux tries again as soon as the Secret is there',
  },
});

export const clearOutput = defineDiagnostic({
  code: 'FX767',
  name: 'clear-output',
  severity: 'notice',
  summary:
    'An output whose name suggests a secret comes from a Secret, and Flux puts it into the text of another object, where everyone who can read that object can read it.',
  page: {
    example: 'data: { password: uses.db.password }   // and it is data of a ConfigMap',
    right: "env: [{ name: 'PASSWORD', valueFrom: { secretKeyRef: { name: 'db-outputs', key: 'password' } } }]",
  },
});

export const bootstrapInTree = defineDiagnostic({
  code: 'FX770',
  name: 'bootstrap-in-tree',
  severity: 'error',
  summary:
    "A Secret of a cluster's `bootstrap`, which is brought before Flux runs, is made by an object of the tree, too.",
  page: {
    example: "bootstrap: { git: secret({ keys: ['password'] }) }   // and an ExternalSecret has the target git",
    flux: 'nothing: the one overwrites the other',
    right: 'let one of them make it',
  },
});

export const listedNotWritten = defineDiagnostic({
  code: 'FX773',
  name: 'listed-not-written',
  severity: 'notice',
  summary:
    "A var that `postBuild.substituteFrom` lists isn't a key that the producer of another addon writes to that ConfigMap or Secret.",
  page: {
    example: "vars: { queue_name: queueName() }   // and writeOutputsToSecret has outputs: ['queue_url']",
    flux: 'variable not set (strict mode): "queue_name"',
    right: 'outputs: { queue_name: queueName() } of the one addon, and uses: { queue } of the other',
  },
});

export const listedNotWaited = defineDiagnostic({
  code: 'FX774',
  name: 'listed-not-waited',
  severity: 'notice',
  summary:
    "An addon reads vars from a ConfigMap or Secret that a producer of another addon writes, and doesn't wait for that addon.",
  page: {
    example: "substituteFrom: [{ kind: 'Secret', name: 'queue-outputs' }]   // without requires: ['queue']",
    flux: 'substitute from \'Secret/queue-outputs\' error: secrets "queue-outputs" not found',
    right: 'uses: { queue }',
  },
});

export const outputNotAwaited = defineDiagnostic({
  code: 'FX775',
  name: 'output-not-awaited',
  severity: 'notice',
  summary:
    'An addon reads outputs of another one whose Kustomization has `wait: false` and no health checks. Flux counts such a Kustomization as ready as soon as it is applied, so the reader fails until the producer has written its values.',
  page: {
    example: 'queue({ kustomization: { wait: false } }), and uses: { queue } of another addon',
    flux: 'substitute from \'Secret/queue-outputs\' error: secrets "queue-outputs" not found',
    right: 'queue(), which waits; or healthChecks with the object that produces the values',
  },
});
