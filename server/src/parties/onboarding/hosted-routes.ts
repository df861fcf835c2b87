import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import style from '../../../../web/hosted/verification.css?text';
import script from '../../../../web/hosted/verification.ts?text';
import { toApiError } from '../../engine/http/api-errors.ts';
import type { Drain } from '../../engine/http/drain.ts';
import { readForm, type UploadedFile } from '../../engine/http/multipart-forms.ts';
import { addAssets, sendPage } from '../../engine/http/pages.ts';
import type { Limiter, LimiterOf, RateLimit } from '../../engine/http/rate-limit.ts';
import { checker } from '../../engine/http/validation.ts';
import { ApiError } from '../../foundation/kernel/errors.ts';
import { languages } from '../../foundation/kernel/languages.ts';
import { assetUrl, scriptWith } from '../../foundation/pages/assets.ts';
import type { Html } from '../../foundation/pages/html.ts';
import type { AssetUrls } from '../../foundation/pages/shell.ts';
import { browserContext, type PageContext } from '../../foundation/texts/page-context.ts';
import { perLanguage } from '../../foundation/texts/per-language.ts';
import { BeneficialOwnerCreate, BeneficialOwnerUpdate } from '../customers/owner-schemas.ts';
import { CustomerUpdate } from '../customers/schemas.ts';
import { CURRENT_TERMS } from '../customers/terms-versions.ts';
import { isDecided } from './application.ts';
import type { StoredFile } from './files.ts';
import { saveStep, showStep, submitVisit } from './hosted.ts';
import { saveUpload, showUpload, type UploadTarget } from './hosted-documents.ts';
import { closedLinkPage, contactPage, entrancePage, rejectionPage, unknownPage } from './hosted-page/closed-pages.ts';
import { icon } from './hosted-page/icon.ts';
import { visitPage } from './hosted-page/layout.ts';
import { outcomeScreen } from './hosted-page/outcome-screen.ts';
import { startScreen } from './hosted-page/screens.ts';
import { termsPage } from './hosted-page/terms-page.ts';
import type { Visit } from './hosted-page/visit.ts';
import {
  enterPerson,
  type PartTarget,
  removePerson,
  savePart,
  showPart,
  showPersonDocuments,
  showRemoval,
} from './hosted-people.ts';
import type { HostedDeps, HostedResponse, SubmittedForm } from './hosted-response.ts';
import {
  findLinkPage,
  isFormToken,
  type OpenedVisit,
  openVisit,
  readSessionToken,
  SESSIONS_PATH,
  startVisit,
} from './hosted-session.ts';
import type { LinkDeps } from './kyc-link.ts';
import { KYC_PATH } from './kyc-link.ts';
import { documentForm } from './routes.ts';
import { DocumentReplace } from './schemas.ts';

const COOKIE = 'causeway-kyc';
const FORM_BYTES = 64 * 1024;
/** Rate limit per link; higher than filling in a form by hand requires. */
const REQUESTS: RateLimit = { perSecond: 2, burst: 120 };
const UPLOADS: RateLimit = { perSecond: 0.2, burst: 60 };

const ASSETS_PATH = `${KYC_PATH}/assets`;
const assets = { style: { name: 'page.css', text: style }, icon: { name: 'icon.svg', text: icon } };
const scriptAsset = perLanguage((language, { verification }) => ({
  name: `page-${language}.js`,
  text: scriptWith(script, { texts: verification.script }),
}));
const filesIn = perLanguage(
  (language): AssetUrls => ({
    style: assetUrl(ASSETS_PATH, assets.style),
    script: assetUrl(ASSETS_PATH, scriptAsset(language)),
    icon: assetUrl(ASSETS_PATH, assets.icon),
  }),
);

interface HostedOptions extends LinkDeps {
  drain: Drain;
  limiterOf: LimiterOf;
  log: Logger;
}

/** Page with sample terms, for operators without terms of their own. */
export function addTermsPage(app: FastifyInstance): void {
  app.get(`/end-user-terms/${CURRENT_TERMS}`, async (request, reply) =>
    page(reply, contextFor(request), (files, context) => termsPage(files, context, CURRENT_TERMS)),
  );
}

/** The hosted verification page. It is outside of the API and has its own request handling. */
export function addHostedPages(app: FastifyInstance, { drain, limiterOf, log, ...session }: HostedOptions): void {
  const deps: HostedDeps = { ...session, shapes };
  addAssets(app, ASSETS_PATH, [...Object.values(assets), ...languages.map(scriptAsset)]);
  app.register(
    async (scope) => {
      readTextForms(scope);
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.setErrorHandler((error, request, reply) => respondWithRejection({ deps, log }, error, request, reply));
      scope.setNotFoundHandler((request, reply) => page(reply, contextFor(request), unknownPage, 404));
      addEntrance(scope, deps, limiterOf);
      addVisit(scope, deps, limiterOf);
    },
    { prefix: KYC_PATH },
  );
}

const shapes: HostedDeps['shapes'] = {
  customer: checker(CustomerUpdate),
  newOwner: checker(BeneficialOwnerCreate),
  owner: checker(BeneficialOwnerUpdate),
  document: checker(DocumentReplace),
};

function readTextForms(scope: FastifyInstance): void {
  const type = 'application/x-www-form-urlencoded';
  scope.addContentTypeParser<string>(type, { parseAs: 'string', bodyLimit: FORM_BYTES }, (_request, text, done) =>
    done(null, new URLSearchParams(text)),
  );
}

/** Exchanges the token in the URL for a cookie that is limited to the path of the visit. */
function addEntrance(scope: FastifyInstance, deps: HostedDeps, limiterOf: LimiterOf): void {
  const limiter = limiterOf('link', REQUESTS);
  scope.get<{ Params: { token: string } }>('/:token', async (request, reply) => {
    const { token } = request.params;
    const started = await startVisit(deps, token, request.headers['accept-language']);
    const { path, cookie, maxAgeSeconds } = started;
    await limiter.take(token);
    const isSecure = deps.sites.publicUrl().startsWith('https:');
    const bounds = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    reply.header('set-cookie', `${COOKIE}=${cookie}; ${bounds}`);
    return page(reply, started.page, (files, context) => entrancePage(files, context, path));
  });
}

interface VisitRequest {
  open: OpenedVisit & { session: NonNullable<OpenedVisit['session']> };
  request: FastifyRequest<VisitRoute>;
  reload: () => Promise<Visit>;
  isOwnForm: (formToken: string) => Promise<boolean>;
}

interface VisitRoute {
  Params: { id: string; step: string; person: string; part: string; document: string };
  Querystring: Record<string, string | string[] | undefined>;
}

type VisitHandler = (visitRequest: VisitRequest) => HostedResponse | Promise<HostedResponse>;

function addVisit(scope: FastifyInstance, deps: HostedDeps, limiterOf: LimiterOf): void {
  const requests = limiterOf('visit', REQUESTS);
  const uploads = limiterOf('upload', UPLOADS);
  const get = (url: string, handle: VisitHandler) =>
    scope.get<VisitRoute>(`/session/:id${url}`, withVisit(deps, requests, handle));
  const post = (url: string, handle: (form: SubmittedForm, visitRequest: VisitRequest) => Promise<HostedResponse>) =>
    scope.post<VisitRoute>(
      `/session/:id${url}`,
      withVisit(deps, requests, async (visitRequest) => handle(await textForm(visitRequest), visitRequest)),
    );
  const upload = (url: string, target: (visitRequest: VisitRequest) => UploadTarget) => {
    get(url, (visitRequest) => showUpload(visitRequest.open.visit, target(visitRequest)));
    scope.post<VisitRoute>(
      `/session/:id${url}`,
      withVisit(deps, uploads, (visitRequest) => receive(deps, visitRequest, target(visitRequest))),
    );
  };

  get('', ({ open }) => ({ screen: startScreen(open.visit) }));
  get('/done', ({ open }) => ({ to: open.visit.base }));
  post('/review', (form, { request }) => submitVisit(deps, form, request.ip));
  get('/people/:person', ({ open, request }) => enterPerson(open.visit, request.params.person));
  get('/people/:person/documents', ({ open, request }) => showPersonDocuments(open.visit, request.params.person));
  get('/people/:person/remove', ({ open, request }) => showRemoval(open.visit, request.params.person));
  post('/people/:person/remove', (form, { request }) => removePerson(deps, form, request.params.person));
  get('/people/:person/:part', ({ open, request }) => showPart(open.visit, partTarget(request)));
  post('/people/:person/:part', (form, { request }) => savePart(deps, form, partTarget(request)));
  upload('/documents/add', ({ open, request: { query } }) => ({
    kind: 'ADD',
    holderId: String(query['for'] ?? open.visit.customer.id),
    need: String(query['need']),
  }));
  upload('/documents/:document/replace', ({ request }) => ({ kind: 'REPLACE', documentId: request.params.document }));
  upload('/documents/:document/other-side', ({ request }) => ({
    kind: 'OTHER_SIDE',
    documentId: request.params.document,
  }));
  get('/:step', ({ open, request }) => showStep(open.visit, request.params.step, isChange(request)));
  post('/:step', (form, { request }) => saveStep(deps, form, { id: request.params.step, isChange: isChange(request) }));
}

const isChange = ({ query }: FastifyRequest<VisitRoute>): boolean => query['change'] !== undefined;

const partTarget = (request: FastifyRequest<VisitRoute>): PartTarget => ({
  personId: request.params.person,
  partId: request.params.part,
  isChange: isChange(request),
});

/** Opens the visit of the cookie. Once the visit is over, every path redirects to its outcome. */
function withVisit(deps: HostedDeps, limiter: Limiter, handle: VisitHandler) {
  return async (request: FastifyRequest<VisitRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const token = await readSessionToken(deps.vault, readCookie(request.headers.cookie));
    await limiter.take(token);
    const path = `${SESSIONS_PATH}/${request.params.id}`;
    const key = { token, path, acceptLanguage: request.headers['accept-language'] };
    const { visit, session } = await openVisit(deps, key);
    if (!session || isDecided(visit.customer)) return showOutcome(request, reply, visit);
    const reload = async () => (await openVisit(deps, key)).visit;
    const isOwnForm = (formToken: string) => isFormToken(deps.vault, token, formToken);
    const answer = await handle({ open: { visit, session }, request, reload, isOwnForm });
    if ('to' in answer) return reply.redirect(answer.to, 303);
    return page(reply, visit, (files) => visitPage(files, visit, answer.screen), answer.isRejected ? 422 : 200);
  };
}

function showOutcome(request: FastifyRequest, reply: FastifyReply, visit: Visit): FastifyReply {
  const donePath = `${visit.base}/done`;
  if (request.method === 'POST' || request.url !== donePath) return reply.redirect(donePath, 303);
  return page(reply, visit, (files) => visitPage(files, visit, outcomeScreen(visit)));
}

function readCookie(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

async function textForm({
  open: { visit, session },
  request,
  reload,
  isOwnForm,
}: VisitRequest): Promise<SubmittedForm> {
  const sent = request.body;
  if (!(sent instanceof URLSearchParams)) throw unfit();
  await requireFormToken(isOwnForm, sent);
  return { visit, session, sent, reload };
}

/** Receives an upload. Removes the file unless a document refers to it. */
async function receive(deps: HostedDeps, visitRequest: VisitRequest, target: UploadTarget): Promise<HostedResponse> {
  const { open, request, reload } = visitRequest;
  if (!request.headers['content-type']?.startsWith('multipart/form-data')) throw unfit();
  const rule = documentForm(deps);
  const platformId = open.session.platform.id;
  const source = { stream: request.body as Readable, headers: request.headers, platformId };
  const { fields, file } = await readForm(rule, source);
  try {
    const sent = new URLSearchParams(fields);
    await requireFormToken(visitRequest.isOwnForm, sent);
    const chosen = file && file.size > 0 ? (file as UploadedFile<StoredFile>) : undefined;
    return await saveUpload(deps, { ...open, sent, reload }, { target, file: chosen });
  } finally {
    if (file) await rule.discard(platformId, file.stored);
  }
}

/** CSRF protection: another site cannot know the token in the form. */
async function requireFormToken(isOwnForm: VisitRequest['isOwnForm'], sent: URLSearchParams): Promise<void> {
  if (await isOwnForm(sent.get('formToken') ?? '')) return;
  throw new ApiError('FORBIDDEN', 'The form was not made for this visit.', { reason: 'FORM_OF_OTHER_VISIT' });
}

const unfit = (): ApiError =>
  new ApiError('INVALID_REQUEST_FORMAT', 'This content type is not supported.', undefined, { status: 415 });

type Render<C> = (files: AssetUrls, context: C) => Html;

const page = <C extends PageContext>(reply: FastifyReply, context: C, render: Render<C>, status = 200): FastifyReply =>
  sendPage(reply, { content: render(filesIn(context.language), context), language: context.language, status });

const contextFor = ({ headers }: FastifyRequest): PageContext => browserContext(headers['accept-language']);

/** Error statuses of visitors with a known link. For other statuses the platform is not looked up. */
const KNOWN_LINK: ReadonlySet<number> = new Set([403, 409, 410, 413, 415]);

/** Context of the platform whose link was opened; otherwise the language of the browser. */
async function contextOfLink(deps: HostedDeps, request: FastifyRequest, status: number): Promise<PageContext> {
  if (!KNOWN_LINK.has(status)) return contextFor(request);
  const { token } = request.params as { token?: string };
  // Without a valid cookie the link is unknown, so the page has no brand.
  const session = await readSessionToken(deps.vault, readCookie(request.headers.cookie)).catch(() => '');
  return (await findLinkPage(deps, token ?? session, request.headers['accept-language'])) ?? contextFor(request);
}

async function respondWithRejection(
  { deps, log }: { deps: HostedDeps; log: Logger },
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const rejection = toApiError(error);
  const { status } = rejection;
  if (status >= 500 && rejection !== error) log.error({ requestId: request.id, err: error }, 'page failed');
  reply.headers(rejection.headers ?? {});
  const context = await contextOfLink(deps, request, status);
  if (isClosed(rejection)) return page(reply, context, closedLinkPage, 410);
  if (status === 404) return page(reply, context, unknownPage, 404);
  if (rejection.details?.reason === 'CONTACT_NOT_VERIFIED') return page(reply, context, contactPage, 409);
  return page(reply, context, (files) => rejectionPage(files, context, status), status);
}

const isClosed = ({ status, details }: ApiError): boolean =>
  status === 410 || details?.reason === 'LINK_USED' || details?.reason === 'LINK_EXPIRED';
