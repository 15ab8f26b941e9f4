import { keepsFewerBackups, movesBackups, resticRuleShrinks, stopsBackups } from './form/backups.js';
import { defineProject } from './form/project.js';
import { removed } from './form/when.js';

const SCHEDULE = 'k8up.io/Schedule';

/** K8up. https://docs.k8up.io/k8up/references/object-specifications.html */
export const k8up = defineProject({
  name: 'K8up',
  effects: [
    // https://docs.k8up.io/k8up/references/schedule-specification.html and
    // https://docs.k8up.io/k8up/references/object-specifications.html
    ...['s3.bucket', 's3.endpoint', 'gcs.bucket', 'b2.bucket'].map((field) =>
      movesBackups(SCHEDULE, `spec.backend.${field}`),
    ),
    stopsBackups({ on: SCHEDULE, at: 'spec.backup', when: removed }),
    // https://github.com/k8up-io/k8up/blob/master/restic/cli/prune.go
    ...['Last', 'Hourly', 'Daily', 'Weekly', 'Monthly', 'Yearly'].map((rule) =>
      keepsFewerBackups(SCHEDULE, `spec.prune.retention.keep${rule}`, resticRuleShrinks('spec.prune.retention', true)),
    ),
  ],
});
