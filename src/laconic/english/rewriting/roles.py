"""Words that the edits of noun phrases know: who does what, what groups have, and what is done to things."""

from __future__ import annotations

ROLES = frozenset(
    "activist actor actress adviser advisor agent alumnus ambassador analyst architect artist attorney author "
    "banker biologist blogger boss broker captain chairman chairperson chairwoman chemist chief citizen clerk co- "
    "author co-founder co-owner coach columnist commander commissioner composer consultant coordinator "
    "correspondent counsel critic curator delegate deputy designer detective developer diplomat director doctor "
    "economist editor employee engineer executive expert farmer founder geologist governor guard historian "
    "inspector instructor investigator journalist judge lawmaker lawyer leader lecturer librarian manager mayor "
    "member minister musician negotiator novelist nurse officer official organiser organizer owner painter "
    "partner pastor photographer physician physicist pianist pilot playwright poet policeman politician premier "
    "presenter president priest producer professor programmer prosecutor psychiatrist psychologist publisher "
    "reporter representative researcher resident scholar scientist secretary senator sergeant singer sociologist "
    "soldier solicitor specialist spokesman spokesperson spokeswoman strategist student supporter surgeon teacher "
    "technician treasurer trustee worker writer".split()
)
"""People by what they are: *lawyer Ann Smith*, *committee members*."""

SPEAKERS = frozenset(
    "attorney columnist correspondent engineer lawyer photographer prosecutor reporter representative scientist "
    "spokesman spokesperson spokeswoman".split()
)
"""Those who speak or work *for* a body: *a ministry spokesman*."""

PERSONS = frozenset(
    "artist author child citizen client consumer customer driver employee employer farmer girl immigrant inhabitant "
    "investor journalist migrant parent participant passenger patient person prisoner reader refugee resident "
    "scientist shareholder soldier student supporter taxpayer teacher tenant user victim viewer visitor voter woman "
    "worker".split()
)
"""People in general, who own without an article: *workers' rights*."""

GROUPS = frozenset(
    "army association band bank board cabinet church club coalition college commission committee community "
    "company congregation congress cooperative council court crew department faculty family firm foundation "
    "gang government group hospital house institute jury ministry movement navy network opposition "
    "organisation organization orchestra panel parliament party police regime school senate squad staff "
    "team tribe union university village".split()
)
"""What people are members, leaders and residents of."""

PEOPLE = frozenset(
    "actor artist author aunt baby boss boy brother candidate captain child coach company couple country "
    "daughter doctor driver emperor family father friend girl girlfriend boyfriend government grandfather "
    "grandmother group husband king lady leader man manager mayor minister mother nation neighbour neighbor "
    "nephew niece owner parent parents patient person player poet president prince princess prisoner queen "
    "sister soldier son student suspect teacher team uncle victim wife woman world writer city town state "
    "party university school club church agency aircraft album animal army article association bank band "
    "board body book brain building business campaign capital cell century commission committee community "
    "continent council county court department directive district economy empire engine event film firm "
    "foundation game gene hospital house hotel industry institute institution island journal kingdom law "
    "magazine market match ministry movie museum network newspaper novel ocean opposition organisation "
    "organization paper parliament plane planet plant play programme program project protein province "
    "region regime report republic river series ship show song species story study sun system territory "
    "treaty tribe union universe village website act agreement airline app attack bill brand budget car channel "
    "charity class conference constitution course crew crisis deal debate decision device document election "
    "exam exhibition factory farm fund garden group holiday industry investigation kitchen label lake law lesson "
    "meeting method military model mountain office operation page painting park people phone police policy "
    "poem product race recipe restaurant room sample sector service shop site society software speech staff state "
    "store summit survey test theatre theater tour town trial trip vehicle venue video war".split()
)
"""Whoever can own: *the woman's brother*, *the country's economy*."""

OWNED = frozenset(
    "ability achievement actor address advice age aim ally ambassador ambition anger appearance approach "
    "archive army arrest arrival artist attitude aunt author authority baby background ban beauty behavior "
    "behaviour birth birthplace body book border brother budget business campaign capital career case "
    "center centre chairman character chief child choice church citizen claim client climate coach coast "
    "collapse colleague commitment concern condition conduct congress constitution contribution court "
    "creation creator crime crisis culture customer daughter death debt decision defeat defence defense "
    "demand democracy departure deputy desire destiny dream duty economy education efficiency election "
    "embassy enemy environment estate evidence example execution existence experience fame family fans fate "
    "father fear feeling finance flag fleet followers founder founding freedom friend friends future "
    "geography goal government governor grandfather grandmother grave growth guest health heart heir help "
    "history home hometown hope house husband idea identity impact importance income independence influence "
    "inhabitant intention interest interests invasion invention job journey judgment king knowledge labour "
    "language law lawyer leader leadership legacy legislature letter life lover loyalty manager map master "
    "mayor member memory military minister ministry mission monarch money mood mother murder music name "
    "navy needs neighbor neighbour objective office opinion opponent origin owner paintings parent parents "
    "parliament part party past performance personality plan plans plight poem police policy politics pope "
    "popularity population position potential poverty power presence president pride prime prince princess "
    "priority problem products progress property proposal prosperity protection queen reaction reasoning "
    "rebels recovery refusal reign relationship religion rent report reputation request residence residents "
    "resignation resources response responsibility return revenue rhetoric rights rise role rule ruler "
    "safety sales schools secretary security sense services significance sister skills size slogan society "
    "soldiers son son-in-law soul sovereignty speech staff star statement status strategy strength students "
    "style success successor supporters supremacy survival system tactics talent task team teachings "
    "territory theory thinking tomb tradition transformation trial trip troops uncle university value "
    "victims victory view views visit voice vote wealth weakness welfare widow wife will willingness wish "
    "wives women words work workers works writings youth accuracy architect assembly assets assumption "
    "autonomy boundary chairwoman closure coastline competitiveness complexity conclusion conclusions "
    "contents core credibility criminal critics debut design development director director-general "
    "diversity editor effectiveness elders employees engineers expansion exports facade failure farmers "
    "findings flagship flaws functioning headquarters heritage ideals infrastructure integrity interior "
    "introduction launch lawyers leaders length limits location members merits ministers narrator nucleus "
    "opening operator organisers organizers participants passengers patrons people plot practices premier "
    "principles producer profits purpose ranks readers recommendations reforms relevance roof roots scope "
    "shareholders shares soil sponsors spokesman spokeswoman stability structure surface surroundings "
    "teachers theme title tone trustees tutors usefulness viability workings advantages appeal atmosphere author "
    "benefits bias budget cause causes charm cost costs creators dangers deadline details disadvantages effect "
    "effects features flavor flavour format goals heir impact implications layout legality logic logo meaning message "
    "method mistakes moral motto nature objectives organiser organizer outcome outlook owners pace perpetrators plans "
    "policies popularity premise president price problems provisions quality requirements result results rules "
    "setting shape shortcomings simplicity source speed spokesperson subject supporters target targets taste "
    "verdict ruling sentence consent approval judgment judgement testimony resignation candidacy signature presence "
    "temperature terms timing topic values victim vulnerability weaknesses weight width winner winners".split()
)
"""What people, groups and places have, made or did: *the president of France* is *France's president*."""

PROCESSES = frozenset(
    "abuse acquisition administration adoption allocation analysis assessment ban collection consumption "
    "control cultivation delivery deployment destruction detection development disposal distribution "
    "enforcement evaluation export exploitation extraction formation generation growth harvesting import "
    "inspection installation levels maintenance management manufacture manufacturing marketing monitoring "
    "ownership planning prevention pricing processing procurement production promotion protection purchase "
    "recycling reduction registration regulation removal rental repair replacement research restoration "
    "sale selection smuggling storage supply surveillance trafficking training transmission "
    "transport treatment use".split()
)
"""What is done to things, or happens to them: *the production of oil* is *oil production*."""

COUNTED = frozenset(
    "agreement application arrangement barrier campaign center centre charge cost crisis cut cycle deficit "
    "drive estimate expert facility fee figure fund index industry instructor law level market method "
    "minister ministry mode model pattern permit plan policy pressure price procedure product programme "
    "program project projection proposal rate record regulation requirement risk route rule schedule scheme "
    "shop shortage site standard statistic store strategy student supplier survey system target teacher technique "
    "tool trade trend worker zone".split()
)
"""The same, but of things that are counted and keep their article: *the rate of growth* is *the growth rate*."""

PICTURES = frozenset(
    "biography film footage image photo photograph picture portrait poster sculpture statue video polaroid "
    "print".split()
)
"""What shows someone: *photos of Ann Lee* are *Ann Lee photos*."""

LOCAL = frozenset(
    "airport apartment area authority bar bookstore boy branch bridge business businessman businesswoman cafe "
    "campus church cinema clinic college company conference couple court courthouse courtroom customer dealer "
    "dealership doctor driver employee exhibition facility factory family fan farm farmer father festival firm "
    "gallery game girl grocery headquarters highway home hospital hotel house investor jail lab laboratory "
    "landmark lawyer library man mayor meeting mine motel mother museum neighbor neighborhood neighbour "
    "neighbourhood nightclub nurse office official park pastor plant police priest prison prosecutor pub "
    "residence resident resort restaurant retailer school sheriff shop slaveholder slum stadium station store "
    "street student studio suburb subway summit supermarket teacher teenager theater theatre tourist town trader "
    "university village voter warehouse woman worker".split()
)
"""What belongs to a town: *a hotel in London* is *a London hotel*."""

BODIES = frozenset(
    "agency airline band bank bar blog bookstore brand brewery broadcaster business cafe chain charity club company "
    "contractor cooperative firm foundation giant group hospital hotel label lender magazine maker manufacturer museum "
    "network newspaper operator organisation organization paper platform producer provider publisher resort restaurant "
    "retailer service site shop school startup start-up store studio subsidiary supplier team theater theatre "
    "university venue website weekly winery".split()
)
"""What may stand before its name: *pizza restaurant Fratelli's*, *software company Acme*."""

COUNTRIES = frozenset(
    "america britain china england europe france germany india iran iraq ireland israel italy japan africa "
    "asia russia spain syria ukraine afghanistan pakistan canada australia mexico brazil turkey egypt "
    "greece states kingdom korea vietnam sweden norway poland switzerland netherlands belgium austria "
    "denmark finland portugal cuba haiti libya sudan".split()
)
"""Names of countries seldom stand before nouns: their adjectives do."""

FIXED = frozenset(
    [
        ("code", "conduct"), ("flight", "stairs"), ("law", "nature"), ("order", "business"), ("right", "way"),
        ("rite", "passage"), ("rule", "law"), ("standard", "living"), ("statute", "limitations"),
        ("window", "opportunity"),
    ]
)  # fmt: skip
"""Fixed phrases that are no compounds: *the rule of law*."""

SERIES = frozenset(
    "accumulation array avalanche barrage batch bevy bout build-up buildup burst cluster count crop deluge dose flood "
    "flow flurry glut heap host influx litany mass number outbreak parade patchwork pile procession raft range rash "
    "round scattering sequence series set shower slew smattering spate spectrum spell stack stint streak stream string "
    "succession swarm tide torrent trail trickle variety volley wave wealth welter".split()
)
"""How many come together, or in turn: *a spate of crashes* is no *crash spate*."""

OF_A_PLACE = frozenset(
    "climate coast coastline culture democracy economy education election environment geography government growth "
    "harbor harbour health history housing independence industry infrastructure landscape law legislature navy "
    "neutrality opposition parliament police politics population port poverty property prosperity regime scenery "
    "security skyline suburb sovereignty tourism trade transport unemployment weather welfare wildlife".split()
)
"""What a place has as its own: *the climate in Norway* is *Norway's climate*; *the deaths in Norway* are not its."""

CHANGES = frozenset(
    "change course cut decline decrease difference drop expert fall fluctuation gain growth hike improvement increase "
    "interest investment jump lesson progress reduction reform research rise shift shortage slowdown specialist spike "
    "surge trade training trend variation".split()
)
"""What takes *in* before the thing that changes or is dealt with: *an increase in the budget*."""
