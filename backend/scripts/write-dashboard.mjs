import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DashboardBuilder, DatasourceVariableBuilder, RowBuilder } from '@grafana/grafana-foundation-sdk/dashboard';
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus';
import { PanelBuilder as StatBuilder } from '@grafana/grafana-foundation-sdk/stat';
import { PanelBuilder as TimeseriesBuilder } from '@grafana/grafana-foundation-sdk/timeseries';

// The dashboard for a Grafana that the operator brings. Built with Grafana's own types, so that it fits their schema.

export const DASHBOARD = fileURLToPath(new URL('../../docker/observe/dashboard.json', import.meta.url));
const source = { type: 'prometheus', uid: '${source}' };

const queries = (panel, asked) => {
  for (const [expression, legend] of asked)
    panel.withTarget(new DataqueryBuilder().expr(expression).legendFormat(legend).datasource(source));
  return panel.datasource(source);
};
const stat = (title, unit, ...asked) => queries(new StatBuilder().title(title).unit(unit).height(4).span(6), asked);
const lines = (title, unit, ...asked) =>
  queries(new TimeseriesBuilder().title(title).unit(unit).height(8).span(12).min(0), asked);

const p95 = (histogram, by, rest = '') =>
  `histogram_quantile(0.95, sum by (le, ${by}) (rate(${histogram}_bucket${rest}[5m])))`;

/** @returns {string} JSON of the dashboard, as it is imported into Grafana */
export function dashboardJson() {
  const dashboard = new DashboardBuilder('Bildnis')
    .uid('bildnis')
    .description('How an installation of Bildnis does. What to do at each alert: docs/operations/alerts.md')
    .tags(['bildnis'])
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .timezone('browser')
    .withVariable(new DatasourceVariableBuilder('source').label('Prometheus').type('prometheus'))
    .withRow(new RowBuilder('At a glance'))
    .withPanel(
      stat('Requests that fail', 'percentunit', [
        'sum(rate(http_server_request_duration_seconds_count{status="5xx"}[5m])) / sum(rate(http_server_request_duration_seconds_count[5m]))',
        '',
      ]),
    )
    .withPanel(stat('Services away', 'short', ['sum(max by (service) (service_away))', '']))
    .withPanel(stat('Oldest waiting job', 's', ['max(job_oldest_waiting_seconds)', '']))
    .withPanel(stat('Deletions late', 's', ['max(retention_lateness_seconds)', '']))
    .withPanel(stat('Newest backup', 's', ['max(backup_age_seconds)', '']))
    .withRow(new RowBuilder('Customers'))
    .withPanel(
      lines(
        'Ended within the hour, by outcome',
        'short',
        ['max by (outcome) (runs_last_hour)', 'runs {{outcome}}'],
        ['max by (outcome) (trainings_last_hour)', 'trainings {{outcome}}'],
      ),
    )
    .withPanel(
      lines('How long they took, p95 by style', 's', [
        p95('engine_work_duration_seconds', 'work, style', '{outcome="completed"}'),
        '{{work}} {{style}}',
      ]),
    )
    .withPanel(
      lines('Credits moved within the hour', 'short', ['max by (reason) (credits_moved_last_hour)', '{{reason}}']),
    )
    .withPanel(
      lines('Francs moved within the hour', 'currencyCHF', [
        'max by (direction) (money_moved_last_hour_francs)',
        '{{direction}}',
      ]),
    )
    .withRow(new RowBuilder('API'))
    .withPanel(
      lines('Requests by status', 'reqps', [
        'sum by (status) (rate(http_server_request_duration_seconds_count[5m]))',
        '{{status}}',
      ]),
    )
    .withPanel(
      lines('Slowest routes, p95', 's', [
        `topk(8, ${p95('http_server_request_duration_seconds', 'method, route')})`,
        '{{method}} {{route}}',
      ]),
    )
    .withRow(new RowBuilder('Jobs'))
    .withPanel(lines('Jobs by state', 'short', ['max by (queue, state) (jobs{state!="later"})', '{{queue}} {{state}}']))
    .withPanel(lines('Oldest waiting job by queue', 's', ['max by (queue) (job_oldest_waiting_seconds)', '{{queue}}']))
    .withPanel(
      lines('Attempts by outcome', 'short', [
        'sum by (outcome) (increase(job_attempt_duration_seconds_count[10m]))',
        '{{outcome}}',
      ]),
    )
    .withPanel(
      lines('Beats of the workers', 's', [
        'max by (instance, beat) (worker_beat_age_seconds)',
        '{{instance}} {{beat}}',
      ]),
    )
    .withRow(new RowBuilder('Services'))
    .withPanel(
      lines('Requests to services, p95', 's', [p95('http_client_request_duration_seconds', 'service'), '{{service}}']),
    )
    .withPanel(
      lines('Requests to services that fail', 'reqps', [
        'sum by (service, status) (rate(http_client_request_duration_seconds_count{status=~"none|5xx"}[5m]))',
        '{{service}} {{status}}',
      ]),
    )
    .withPanel(
      lines('Emails by outcome', 'short', [
        'sum by (outcome) (increase(email_send_duration_seconds_count[10m]))',
        '{{outcome}}',
      ]),
    )
    .withPanel(lines('Deletions late, by rule', 's', ['max by (rule) (retention_lateness_seconds) > 0', '{{rule}}']))
    .withRow(new RowBuilder('Processes'))
    .withPanel(lines('Memory', 'bytes', ['process_resident_memory_bytes', '{{instance}}']))
    .withPanel(lines('Processor', 'short', ['rate(process_cpu_seconds_total[5m])', '{{instance}}']))
    .withPanel(lines('Event loop, p99', 's', ['nodejs_eventloop_delay_seconds{percentile="99"}', '{{instance}}']))
    .withPanel(lines('Connections to the database', 'short', ['sum by (state) (database_connections)', '{{state}}']));
  return `${JSON.stringify(dashboard.build(), null, 2)}\n`;
}

export function writeDashboard() {
  mkdirSync(dirname(DASHBOARD), { recursive: true });
  writeFileSync(DASHBOARD, dashboardJson());
}
