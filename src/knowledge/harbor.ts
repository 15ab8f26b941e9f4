import { looksElsewhere } from './form/moved-data.js';
import { defineProject } from './form/project.js';

/** Harbor. https://goharbor.io/docs/ */
export const harbor = defineProject({
  name: 'Harbor',
  effects: [
    // https://github.com/goharbor/harbor-helm/blob/main/values.yaml
    ...['type', 's3.bucket', 's3.rootdirectory', 'gcs.bucket', 'azure.container'].map((key) =>
      looksElsewhere('harbor', `persistence.imageChartStorage.${key}`, 'its images'),
    ),
  ],
});
