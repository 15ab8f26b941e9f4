import { looksElsewhere } from './form/moved-data.js';
import { defineProject } from './form/project.js';

/** Nextcloud. https://github.com/nextcloud/helm */
export const nextcloud = defineProject({
  name: 'Nextcloud',
  effects: [
    // https://github.com/nextcloud/helm/blob/main/charts/nextcloud/values.yaml
    looksElsewhere('nextcloud', 'nextcloud.objectStore.s3.bucket', 'its files'),
  ],
});
