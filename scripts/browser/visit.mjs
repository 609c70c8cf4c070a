// Opens pages that `--html` wrote in a browser, as a person with a keyboard would, and tells what it saw: a line of JSON
// for each page.
//
//   node scripts/browser/visit.mjs [--pictures DIR] [--quick] PAGE…
//
// It needs `chromium` (Debian's package) and what `scripts/setup.sh` puts into target/tools. With `--pictures` it makes
// screenshots at three sizes, light and dark. `--quick` leaves out the accessibility check.
import { createRequire } from 'node:module';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const tools = resolve(dirname(fileURLToPath(import.meta.url)), '../../target/tools/node');
const require = createRequire(join(tools, 'package.json'));
const puppeteer = require('puppeteer-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const SIZES = [['phone', 400, 800], ['laptop', 1280, 800], ['wide', 1920, 1080]];
// How many steps of a story are taken one by one, and how many a keyboard that is held down takes.
const STEPS = 60, HELD = 300;

const args = process.argv.slice(2);
const pages = [];
let pictures = null, quick = false;
while (args.length) {
  const arg = args.shift();
  if (arg === '--pictures') pictures = args.shift();
  else if (arg === '--quick') quick = true;
  else pages.push(arg);
}

const folders = (process.env.PATH || '').split(delimiter);
const chromium = ['chromium', 'chromium-browser']
  .flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
if (!chromium) throw new Error('there is no chromium: scripts/setup.sh installs it');

const browser = await puppeteer.launch({
  executablePath: chromium, args: ['--no-sandbox', '--disable-gpu', '--hide-scrollbars'], protocolTimeout: 120000,
});
for (const file of pages) console.log(JSON.stringify(await visit(file)));
await browser.close();

// What is on the screen now: the story, its step, the line that is marked, and the picture.
function look() {
  const story = document.querySelector('.story.current');
  if (!story) return null;
  const now = story.querySelector('li.now');
  const heap = story.querySelector('.stage svg.heap');
  return {
    story: story.id, count: story.querySelector('.count').textContent, line: now ? +now.dataset.n : null,
    heap: heap && heap.checkVisibility() ? heap.innerHTML : '',
  };
}

async function visit(file) {
  const page = await browser.newPage();
  const seen = { page: file, bytes: readFileSync(file).length, problems: [], requests: [], stories: [], axe: [] };
  page.on('console', (message) => { if (message.type() !== 'log') seen.problems.push(message.type() + ': ' + message.text()); });
  page.on('pageerror', (error) => seen.problems.push('error: ' + error.message));
  const address = pathToFileURL(resolve(file)).href;
  page.on('request', (request) => { if (request.url().split('#')[0] !== address) seen.requests.push(request.url()); });
  await page.setViewport({ width: 1280, height: 800 });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'light' }]);
  await page.goto(address);
  const wanted = await page.$$eval('.story', (stories) => stories.map((story) => story.id));
  const reached = await byKeyboard(page, wanted);
  seen.unreached = wanted.filter((id) => !reached.has(id));
  for (const id of wanted) seen.stories.push(await walk(page, id));
  if (await page.$('#search')) seen.functions = await table(page);
  seen.overflow = [];
  for (const [name, width, height] of SIZES) {
    await page.setViewport({ width, height });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (over > 0) seen.overflow.push(name + ' by ' + over);
    for (const theme of pictures ? ['light', 'dark'] : []) {
      await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      await page.goto(address);
      await page.reload();
      mkdirSync(pictures, { recursive: true });
      const title = basename(dirname(resolve(file)));
      await page.screenshot({ path: join(pictures, `${title}-${name}-${theme}.png`) });
    }
  }
  await page.setViewport({ width: 1280, height: 800 });
  if (!quick) for (const theme of ['light', 'dark']) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
    await page.goto(address);
    await page.reload();
    const found = await page.evaluate(async (axe) => {
      (0, eval)(axe);
      const { violations } = await window.axe.run(document, { resultTypes: ['violations'] });
      return violations.map((it) => it.id + ': ' + it.nodes.slice(0, 3).map((node) => node.target + ' ' + (node.any[0] || node.all[0] || {}).message).join(' / '));
    }, axe);
    seen.axe.push(...found.map((it) => theme + ' ' + it));
  }
  await page.close();
  return seen;
}

// The stories that the Tab key and Enter lead to, from the top of the page.
async function byKeyboard(page, wanted) {
  const reached = new Set();
  await page.focus('body');
  for (let presses = 0; presses < 4 * wanted.length + 60 && reached.size < wanted.length; presses++) {
    await page.keyboard.press('Tab');
    const story = await page.evaluate(() => document.activeElement.dataset && document.activeElement.dataset.story);
    if (!story || reached.has(story)) continue;
    await page.keyboard.press('Enter');
    const now = await page.evaluate(look);
    if (now && now.story === story) reached.add(story);
    await page.evaluate((story) => document.querySelector('[data-story="' + story + '"]').focus(), story);
  }
  return reached;
}

// Steps through a story with the keyboard.
async function walk(page, id) {
  await page.evaluate((id) => { document.querySelector('[data-story="' + id + '"]').click(); }, id);
  const last = await page.evaluate(look);
  await page.keyboard.press('Home');
  let now = await page.evaluate(look);
  const first = now.line, heaps = new Set([now.heap]);
  let steps = 1;
  for (; steps < STEPS; steps++) {
    const before = now.count;
    await page.keyboard.press('ArrowRight');
    now = await page.evaluate(look);
    heaps.add(now.heap);
    if (now.count === before) break;
  }
  // A key that is held down at the end of the path: how long a step takes, with its layout.
  const pace = await page.evaluate((held) => {
    const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    const count = () => document.querySelector('.story.current .count').textContent;
    press('End');
    const start = performance.now();
    let made = 0;
    for (let before = ''; made < held && before !== count(); made++) { before = count(); press('ArrowLeft'); document.body.offsetHeight; }
    return (performance.now() - start) / made;
  }, HELD);
  await page.keyboard.press('End');
  const end = await page.evaluate(look);
  const total = +(end.count.match(/of (\d+)/) || [0, 0])[1];
  return {
    id, steps: total, walked: steps, heaps: heaps.size, first, last: end.line, opens: last.line,
    same: end.heap === last.heap, pace: Math.round(pace * 100) / 100,
    story: await page.$eval('#' + id, (section) => section.className),
  };
}

// The table of functions: what a search and the filters leave.
async function table(page) {
  const shown = () => page.$$eval('#functions tbody tr', (rows) => rows.filter((row) => row.checkVisibility()).length);
  const all = await shown();
  await page.focus('#search');
  await page.keyboard.type('no function has such a name');
  const none = await shown();
  await page.$eval('#search', (field) => { field.value = ''; field.dispatchEvent(new Event('input')); });
  const verdicts = {};
  for (const box of await page.$$('.show')) {
    await box.focus();
    await page.keyboard.press('Space');
    verdicts[await box.evaluate((it) => it.value)] = all - await shown();
    await page.keyboard.press('Space');
  }
  return { all, none, again: await shown(), verdicts };
}
