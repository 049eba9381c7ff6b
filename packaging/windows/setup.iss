; Inno Setup 6's script; build.py fills in the names and runs iscc on the result.
[Setup]
AppId=$id
AppName=$title
AppVersion=$version
AppPublisher=$publisher
VersionInfoVersion=$version
DefaultDirName={autopf}\$title
DefaultGroupName=$title
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ChangesAssociations=yes
ChangesEnvironment=yes
Compression=lzma2/max
SolidCompression=yes
OutputDir=$dist
OutputBaseFilename=$package-$version-setup
SetupIconFile=$marks\rollwrite.ico
UninstallDisplayIcon={app}\$title.exe
WizardStyle=modern

[Languages]
Name: "english"; MessagesFile: "compiler:Default.isl"
Name: "german"; MessagesFile: "compiler:Languages\German.isl"
Name: "spanish"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "french"; MessagesFile: "compiler:Languages\French.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "associate"; Description: "{cm:AssocFileExtension,$title,$endings}"

[Files]
Source: "$folder\*"; DestDir: "{app}"; Flags: ignoreversion recursesubdirs createallsubdirs
Source: "$licences"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{group}\$title"; Filename: "{app}\$title.exe"; AppUserModelID: "$id"
Name: "{autodesktop}\$title"; Filename: "{app}\$title.exe"; Tasks: desktopicon

[Registry]
$registry

[Run]
Filename: "{app}\$title.exe"; Description: "{cm:LaunchProgram,$title}"; Flags: nowait postinstall skipifsilent
