import { deletesOnRemoval } from './form/later-removal.js';
import { leavesBalancer } from './form/load-balancers.js';
import { losesDatabase } from './form/lost-with-object.js';
import { defineProject } from './form/project.js';
import { asksForSmallerVolumes } from './form/smaller-volumes.js';
import { isLower, leaves } from './form/when.js';

const ELASTICSEARCH = 'elasticsearch.k8s.elastic.co/Elasticsearch';

/** Elastic Cloud on Kubernetes (ECK). https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s */
export const elasticCloudOnKubernetes = defineProject({
  name: 'Elastic Cloud on Kubernetes',
  effects: [
    // https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s/volume-claim-templates
    losesDatabase(ELASTICSEARCH),
    // `VolumeClaimDeletePolicy`, on the same page; the default deletes.
    deletesOnRemoval(
      ELASTICSEARCH,
      'spec.volumeClaimDeletePolicy',
      leaves('DeleteOnScaledownOnly'),
      'its claims, with the data on them,',
    ),
    // https://github.com/elastic/cloud-on-k8s/blob/main/pkg/controller/elasticsearch/validation/volume_validation.go
    asksForSmallerVolumes(
      ELASTICSEARCH,
      'spec.nodeSets[name].volumeClaimTemplates[metadata.name].spec.resources.requests.storage',
    ),
    // https://github.com/elastic/cloud-on-k8s/blob/main/pkg/controller/common/service_control.go
    ...['elasticsearch', 'kibana', 'apm', 'enterprisesearch', 'maps'].map((one) =>
      leavesBalancer(`${one}.k8s.elastic.co/*`, 'spec.http.service.spec.type'),
    ),
    // `CheckNoDowngrade`: https://github.com/elastic/cloud-on-k8s/blob/main/pkg/apis/common/v1/validations.go
    {
      on: [ELASTICSEARCH, 'kibana.k8s.elastic.co/Kibana'],
      at: 'spec.version',
      when: isLower,
      severity: 'warning',
      says: 'asks for an older version, which ECK refuses',
      effect:
        "an older version can't read what a newer one has written, so the apply fails if the webhook is installed",
      instead: 'revert the change; for an older version, restore a snapshot into a new cluster',
    },
  ],
});
