/** Keeps a cookie as the services do: for the page's own host, with an age. */
const KEEP = `function keep(name, value, seconds) {
  if (document.cookie.indexOf(name + '=') < 0) document.cookie = name + '=' + value + ';path=/;max-age=' + seconds + ';SameSite=Lax';
}`;

/** What Matomo's own script does with the commands the app gives it: two cookies and one hit. */
export const matomoScript = `(function () {
${KEEP}
  var said = {};
  (window._paq || []).forEach(function (command) { said[command[0]] = command[1]; });
  if (!('trackPageView' in said)) return;
  var ending = '.' + said.setSiteId + '.1fff';
  keep('_pk_id' + ending, Math.random().toString(16).slice(2, 18) + '.' + Math.floor(Date.now() / 1000) + '.', said.setVisitorCookieTimeout);
  keep('_pk_ses' + ending, '1', said.setSessionCookieTimeout);
  new Image().src = said.setTrackerUrl + '?idsite=' + encodeURIComponent(said.setSiteId) + '&rec=1&action_name=' +
    encodeURIComponent(document.title) + '&url=' + encodeURIComponent(said.setCustomUrl);
})();
`;

/** What the pixel's script does with them: its cookie and one hit. */
export const pixelScript = `(function () {
  var origin = new URL(document.currentScript.src).origin;
${KEEP}
  var queue = (window.fbq && window.fbq.queue) || [];
  var id = (queue.filter(function (command) { return command[0] === 'init'; })[0] || [])[1];
  if (!id) return;
  keep('_fbp', 'fb.1.' + Date.now() + '.' + Math.floor(Math.random() * 1e9), 90 * 86400);
  queue.filter(function (command) { return command[0] === 'track'; }).forEach(function (command) {
    new Image().src = origin + '/tr?id=' + encodeURIComponent(id) + '&ev=' + encodeURIComponent(command[1]) + '&dl=' +
      encodeURIComponent(location.origin + location.pathname);
  });
})();
`;
