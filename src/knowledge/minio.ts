import { releaseOf } from './form/helm-release.js';
import { losesStorage } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { becomes } from './form/when.js';

/** MinIO. https://github.com/minio/minio/tree/master/helm/minio */
export const minio = defineProject({
  name: 'MinIO',
  effects: [
    // https://github.com/minio/operator
    losesStorage('minio.min.io/Tenant'),
    // https://github.com/minio/minio/blob/master/helm/minio/templates/_helper_create_bucket.txt
    {
      ...releaseOf('minio'),
      at: 'spec.values.buckets[name].purge',
      when: becomes(true),
      severity: 'warning',
      destroys: 'all objects in a bucket',
      effect: 'after each upgrade, a Job of the chart empties each bucket with purge: true that exists',
      instead: 'to keep them, leave purge: false',
    },
  ],
});
