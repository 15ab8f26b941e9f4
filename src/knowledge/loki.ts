import { releaseOf } from './form/helm-release.js';
import { removal } from './form/lost-with-object.js';
import { looksElsewhere } from './form/moved-data.js';
import { defineProject } from './form/project.js';
import { becomes, left } from './form/when.js';

const release = releaseOf('loki');

/** Loki. https://grafana.com/docs/loki/latest/ */
export const loki = defineProject({
  name: 'Loki',
  effects: [
    // https://github.com/grafana/loki/tree/main/operator
    removal('loki.grafana.com/LokiStack', 'the Loki that it runs'),
    // https://grafana.com/docs/loki/latest/operations/storage/retention/
    {
      ...release,
      at: 'spec.values.loki.compactor.retention_enabled',
      when: becomes(true),
      severity: 'warning',
      destroys: 'logs that are older than the retention period',
      effect: 'without retention, logs stay forever; with it, the compactor deletes those that are too old',
      instead: 'to keep them, first set limits_config.retention_period to as long as you need',
    },
    // https://github.com/grafana/loki/blob/main/production/helm/loki/values.yaml
    ...['chunks', 'ruler', 'admin'].map((bucket) =>
      looksElsewhere('loki', `loki.storage.bucketNames.${bucket}`, 'its data'),
    ),
    // https://grafana.com/docs/loki/latest/operations/storage/schema/
    {
      ...release,
      at: 'spec.values.loki.schemaConfig.configs[from]',
      when: left,
      severity: 'warning',
      says: 'reads existing logs by another schema',
      effect: 'what was written by the old schema since that date is not found any more',
      instead: 'leave the entry as it is, and add one whose date is in the future',
    },
  ],
});
