import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { BeneficialOwnerCreate, BeneficialOwnerUpdate } from '../customers/owner-schemas.ts';
import { CustomerUpdate } from '../customers/schemas.ts';
import { CURRENT_TERMS } from '../customers/terms.ts';
import type { Drain } from '../http/drain.ts';
import { readForm, type UploadedFile } from '../http/forms.ts';
import { addAssets, assetUrl, sendPage } from '../http/pages.ts';
import type { Limiter, LimiterOf, RateLimit } from '../http/rate-limit.ts';
import { toApiError } from '../http/server.ts';
import { checker } from '../http/validation.ts';
import { ApiError } from '../kernel/errors.ts';
import type { Html } from '../kernel/html.ts';
import { isDecided } from './application.ts';
import type { StoredFile } from './files.ts';
import { savePerson, saveStep, showPerson, showPersonDocuments, showStep, submitVisit } from './hosted.ts';
import type { Answer, HostedNeeds, Sending } from './hosted-answer.ts';
import { saveUpload, showUpload, type Target } from './hosted-documents.ts';
import { closedLinkPage, contactPage, entrancePage, refusalPage, unknownPage } from './hosted-page/closed-pages.ts';
import { type Files, visitPage } from './hosted-page/layout.ts';
import { outcomeScreen } from './hosted-page/outcome-screen.ts';
import { startScreen } from './hosted-page/screens.ts';
import { script } from './hosted-page/script.ts';
import { icon, style } from './hosted-page/style.ts';
import { termsPage } from './hosted-page/terms-page.ts';
import type { Visit } from './hosted-page/visit.ts';
import {
  enter,
  isFormToken,
  type OpenVisit,
  openVisit,
  SESSIONS_PATH,
  type SessionNeeds,
  tokenOf,
} from './hosted-session.ts';
import { KYC_PATH } from './kyc-link.ts';
import { documentForm } from './routes.ts';
import { DocumentReplace } from './schemas.ts';

const COOKIE = 'causeway-kyc';
const FORM_BYTES = 64 * 1024;
/** Of one link: more than anybody needs who fills in a form by hand. */
const REQUESTS: RateLimit = { perSecond: 2, burst: 120 };
const UPLOADS: RateLimit = { perSecond: 0.2, burst: 60 };

const ASSETS_PATH = `${KYC_PATH}/assets`;
const assets = {
  style: { name: 'page.css', text: style },
  script: { name: 'page.js', text: script },
  icon: { name: 'icon.svg', text: icon },
};
const files: Files = {
  style: assetUrl(ASSETS_PATH, assets.style),
  script: assetUrl(ASSETS_PATH, assets.script),
  icon: assetUrl(ASSETS_PATH, assets.icon),
};

export interface HostedOptions extends SessionNeeds {
  drain: Drain;
  limiterOf: LimiterOf;
  log: Logger;
}

/** What end users read before they accept, where the operator has no terms of its own. */
export function addTermsPage(app: FastifyInstance): void {
  app.get(`/end-user-terms/${CURRENT_TERMS}`, async (_request, reply) =>
    sendPage(reply, { content: termsPage(files, CURRENT_TERMS) }),
  );
}

/** The page on which an end user completes an application: outside the API, with a life of its own for requests. */
export function addHostedPages(app: FastifyInstance, { drain, limiterOf, log, ...session }: HostedOptions): void {
  const needs: HostedNeeds = { ...session, shapes };
  addAssets(app, ASSETS_PATH, Object.values(assets));
  app.register(
    async (scope) => {
      readTextForms(scope);
      scope.addHook('onRequest', async (_request, reply) => drain.admit(reply));
      scope.setErrorHandler((error, request, reply) => answerRefusal(log, error, request, reply));
      scope.setNotFoundHandler((_request, reply) => page(reply, unknownPage(files), 404));
      addEntrance(scope, needs, limiterOf);
      addVisit(scope, needs, limiterOf);
    },
    { prefix: KYC_PATH },
  );
}

const shapes: HostedNeeds['shapes'] = {
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

/** The token leaves the address at once: what opens the visit from here on is a cookie that only its path gets. */
function addEntrance(scope: FastifyInstance, needs: HostedNeeds, limiterOf: LimiterOf): void {
  const limiter = limiterOf('link', REQUESTS);
  scope.get<{ Params: { token: string } }>('/:token', async (request, reply) => {
    const { path, cookie, maxAgeSeconds } = await enter(needs, request.params.token);
    await limiter.take(request.params.token);
    const isSecure = needs.publicUrl().startsWith('https:');
    const bounds = `Path=${path}; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`;
    reply.header('set-cookie', `${COOKIE}=${cookie}; ${bounds}`);
    return page(reply, entrancePage(files, path));
  });
}

interface Visiting {
  open: OpenVisit & { session: NonNullable<OpenVisit['session']> };
  request: FastifyRequest<VisitRoute>;
  again: () => Promise<Visit>;
}

interface VisitRoute {
  Params: { id: string; step: string; owner: string; document: string };
  Querystring: Record<string, string | string[] | undefined>;
}

type Handle = (visiting: Visiting) => Answer | Promise<Answer>;

function addVisit(scope: FastifyInstance, needs: HostedNeeds, limiterOf: LimiterOf): void {
  const requests = limiterOf('visit', REQUESTS);
  const uploads = limiterOf('upload', UPLOADS);
  const get = (url: string, handle: Handle) =>
    scope.get<VisitRoute>(`/session/:id${url}`, visited(needs, requests, handle));
  const post = (url: string, handle: (sending: Sending, visiting: Visiting) => Promise<Answer>) =>
    scope.post<VisitRoute>(
      `/session/:id${url}`,
      visited(needs, requests, (visiting) => handle(textForm(visiting), visiting)),
    );
  const upload = (url: string, target: (visiting: Visiting) => Target) => {
    get(url, (visiting) => showUpload(visiting.open.visit, target(visiting)));
    scope.post<VisitRoute>(
      `/session/:id${url}`,
      visited(needs, uploads, (visiting) => receive(needs, visiting, target(visiting))),
    );
  };

  get('', ({ open }) => ({ screen: startScreen(open.visit) }));
  get('/done', ({ open }) => ({ to: open.visit.base }));
  post('/review', (sending, { request }) => submitVisit(needs, sending, request.ip));
  get('/people/add', ({ open }) => showPerson(open.visit, undefined));
  post('/people/add', (sending) => savePerson(needs, sending, undefined));
  get('/people/:owner', ({ open, request }) => showPerson(open.visit, request.params.owner));
  post('/people/:owner', (sending, { request }) => savePerson(needs, sending, request.params.owner));
  get('/people/:owner/documents', ({ open, request }) => showPersonDocuments(open.visit, request.params.owner));
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
  post('/:step', (sending, { request }) =>
    saveStep(needs, sending, { id: request.params.step, isChange: isChange(request) }),
  );
}

const isChange = ({ query }: FastifyRequest<VisitRoute>): boolean => query['change'] !== undefined;

/** Opens the visit of a request's cookie. Once it is over there is only its outcome, whatever was asked for. */
function visited(needs: HostedNeeds, limiter: Limiter, handle: Handle) {
  return async (request: FastifyRequest<VisitRoute>, reply: FastifyReply): Promise<FastifyReply> => {
    const token = tokenOf(needs.vault, readCookie(request.headers.cookie));
    await limiter.take(token);
    const path = `${SESSIONS_PATH}/${request.params.id}`;
    const { visit, session } = await openVisit(needs, token, path);
    if (!session || isDecided(visit.customer)) return showOutcome(request, reply, visit);
    const again = async () => (await openVisit(needs, token, path)).visit;
    const answer = await handle({ open: { visit, session }, request, again });
    if ('to' in answer) return reply.redirect(answer.to, 303);
    return page(reply, visitPage(files, visit, answer.screen), answer.isRefused ? 422 : 200);
  };
}

function showOutcome(request: FastifyRequest, reply: FastifyReply, visit: Visit): FastifyReply {
  const place = `${visit.base}/done`;
  if (request.method === 'POST' || request.url !== place) return reply.redirect(place, 303);
  return page(reply, visitPage(files, visit, outcomeScreen(visit)));
}

function readCookie(header = ''): string {
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) ?? '';
}

function textForm({ open: { visit, session }, request, again }: Visiting): Sending {
  const sent = request.body;
  if (!(sent instanceof URLSearchParams)) throw unfit();
  requireFormToken(visit, sent);
  return { visit, session, sent, again };
}

/** A document comes in. Its file goes again wherever no document has taken it up. */
async function receive(needs: HostedNeeds, visiting: Visiting, target: Target): Promise<Answer> {
  const { open, request, again } = visiting;
  if (!request.headers['content-type']?.startsWith('multipart/form-data')) throw unfit();
  const rule = documentForm(needs);
  const platformId = open.session.platform.id;
  const source = { stream: request.body as Readable, headers: request.headers, platformId };
  const { fields, file } = await readForm(rule, source);
  try {
    const sent = new URLSearchParams(fields);
    requireFormToken(open.visit, sent);
    const chosen = file && file.size > 0 ? (file as UploadedFile<StoredFile>) : undefined;
    return await saveUpload(needs, { ...open, sent, again }, { target, file: chosen });
  } finally {
    if (file) await rule.discard(platformId, file.stored);
  }
}

/** Another site can make a browser send a form, but not one with this in it. */
function requireFormToken(visit: Visit, sent: URLSearchParams): void {
  if (isFormToken(visit, sent.get('formToken') ?? '')) return;
  throw new ApiError('FORBIDDEN', 'The form was not made for this visit.');
}

const unfit = (): ApiError =>
  new ApiError('INVALID_REQUEST_FORMAT', 'This content type is not supported.', undefined, { status: 415 });

const page = (reply: FastifyReply, content: Html, status = 200): FastifyReply => sendPage(reply, { content, status });

function answerRefusal(log: Logger, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toApiError(error);
  if (refusal !== error) log.error({ requestId: request.id, err: error }, 'page failed');
  reply.headers(refusal.headers ?? {});
  if (isClosed(refusal)) return page(reply, closedLinkPage(files), 410);
  if (refusal.status === 404) return page(reply, unknownPage(files), 404);
  if (refusal.details?.reason === 'CONTACT_NOT_VERIFIED') return page(reply, contactPage(files), 409);
  return page(reply, refusalPage(files, refusal.status), refusal.status);
}

const isClosed = ({ status, details }: ApiError): boolean =>
  status === 410 || details?.reason === 'LINK_USED' || details?.reason === 'LINK_EXPIRED';
